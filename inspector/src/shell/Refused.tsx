/** The binary doesn't talk to this page. */
export function Refused({ why }: { why: string }) {
  return (
    <main className="refused">
      <h1>The inspector doesn’t let this page in</h1>
      <p>{why}</p>
      <p className="muted">
        Open the whole address that <code>ferramenta dev</code> has printed, with what follows <code>#</code>.
        It has a new token each time it starts.
      </p>
    </main>
  );
}
