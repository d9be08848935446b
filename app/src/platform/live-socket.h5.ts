import { LIVE_PATH } from '@paidang/api/live'
import { ABNORMAL_CLOSURE, type LiveSocket, NORMAL_CLOSURE, type OpenSocket } from './live-client'

/** Opens the live connection to our server. Uses the browser's own socket, because Taro's hides the close code. */
export const openSocket: OpenSocket = (listener) => {
  const origin = API_ORIGIN || window.location.origin
  let socket: WebSocket
  try {
    socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/aaapi${LIVE_PATH}`)
  } catch {
    // A page that must not open a socket is notified at once.
    return closedAtOnce(() => listener.closed(ABNORMAL_CLOSURE))
  }
  let isLeft = false
  socket.onopen = () => !isLeft && listener.opened()
  socket.onmessage = ({ data }) => !isLeft && listener.said(String(data))
  socket.onclose = ({ code }) => !isLeft && listener.closed(code)
  return {
    send: (text) => socket.send(text),
    close() {
      isLeft = true
      socket.close(NORMAL_CLOSURE)
    },
  }
}

function closedAtOnce(notify: () => void): LiveSocket {
  const timer = setTimeout(notify)
  return { send: () => undefined, close: () => clearTimeout(timer) }
}
