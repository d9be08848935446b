/** What happens to a socket; `closed` comes once, whatever the reason, also when it never opened. */
export type SocketListener = {
  opened: () => void
  said: (text: string) => void
  /** The server's code; 1006 when the connection broke or could not be made. */
  closed: (code: number) => void
}

/** A socket as the live connection needs it. After `close` nothing more is heard. */
export type LiveSocket = { send: (text: string) => void; close: () => void }

/** Opens a socket. */
export type OpenSocket = (listener: SocketListener) => LiveSocket

/** The code of a connection that broke. */
export const ABNORMAL_CLOSURE = 1006
/** The code with which a client leaves. */
export const NORMAL_CLOSURE = 1000
