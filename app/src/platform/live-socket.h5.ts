import { LIVE_PATH } from '@paidang/api/live'
import { ABNORMAL_CLOSURE, type LiveSocket, NORMAL_CLOSURE, type OpenSocket } from './live-socket-words'

/** Opens the live connection to our server. The browser's own socket: Taro's hides the code of a close. */
export const openSocket: OpenSocket = (listener) => {
  const origin = API_ORIGIN || window.location.origin
  let socket: WebSocket
  try {
    socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/aaapi${LIVE_PATH}`)
  } catch {
    // A page that may open none at all is told at once.
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

function closedAtOnce(tell: () => void): LiveSocket {
  const timer = setTimeout(tell)
  return { send: () => undefined, close: () => clearTimeout(timer) }
}
