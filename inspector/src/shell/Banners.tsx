import type { State } from '../api/types.ts';
import type { Link } from '../live/live.ts';

/** What stands in the way: the inspector itself, the build, the connection. */
export function Banners({ state, link }: { state: State; link: Link }) {
  const { build, connection } = state;
  const isDown = connection.status === 'failed' || connection.status === 'closed';
  return (
    <div className="banners" role="status">
      {link.status !== 'live' && link.why !== '' && <p className="banner bad">{link.why} Trying again.</p>}
      {build.output !== '' && <BuildErrors output={build.output} isStale={build.status === 'building'} />}
      {isDown && build.status !== 'failed' && (
        <p className={connection.status === 'failed' ? 'banner bad' : 'banner'}>
          {connection.status === 'failed' ? 'Not connected' : 'The connection is closed'}: {connection.reason}
        </p>
      )}
    </div>
  );
}

function BuildErrors({ output, isStale }: { output: string; isStale: boolean }) {
  return (
    <details className={isStale ? 'banner bad stale' : 'banner bad'} open>
      <summary>{isStale ? 'Building again; the last build failed' : 'The build failed'}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <pre tabIndex={0} role="group" aria-label="The compiler’s errors">
        {output}
      </pre>
    </details>
  );
}
