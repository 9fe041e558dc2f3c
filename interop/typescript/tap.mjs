// What comes through the transport of a connected client, before the library has made something of it.

/** Shows each message to a function, and hands it on. */
export function tap(transport, look) {
  const receive = transport.onmessage;
  transport.onmessage = (message, ...rest) => {
    look(message);
    receive(message, ...rest);
  };
}
