/** The events of a socket. `closed` is called once, whatever the reason, also when the socket never opened. */
export type SocketListener = {
  opened: () => void
  said: (text: string) => void
  /** The server's close code; 1006 when the connection broke or failed. */
  closed: (code: number) => void
}

/** A socket for the live connection. After `close` no more events follow. */
export type LiveSocket = { send: (text: string) => void; close: () => void }

/** Opens a socket. */
export type OpenSocket = (listener: SocketListener) => LiveSocket

/** The code of a connection that broke. */
export const ABNORMAL_CLOSURE = 1006
/** The code with which a client closes normally. */
export const NORMAL_CLOSURE = 1000
