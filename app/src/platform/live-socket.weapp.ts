import { LIVE_PATH } from '@paidang/api/live'
import Taro from '@tarojs/taro'
import { ABNORMAL_CLOSURE, NORMAL_CLOSURE, type OpenSocket } from './live-client'

/** Opens the live connection to our server by wx.connectSocket, whose task arrives asynchronously. */
export const openSocket: OpenSocket = (listener) => {
  let isOver = false
  let task: Taro.SocketTask | undefined
  const close = (code: number) => {
    if (isOver) return
    isOver = true
    listener.closed(code)
  }
  Taro.connectSocket({ url: `${API_ORIGIN.replace(/^http/, 'ws')}/aaapi${LIVE_PATH}` }).then(
    (made) => {
      task = made
      if (isOver) {
        made.close({ code: NORMAL_CLOSURE })
        return
      }
      made.onOpen(() => !isOver && listener.opened())
      made.onMessage(({ data }) => !isOver && listener.said(String(data)))
      made.onError(() => close(ABNORMAL_CLOSURE))
      made.onClose(({ code }) => close(code))
    },
    () => close(ABNORMAL_CLOSURE),
  )
  return {
    send: (text) => task?.send({ data: text }),
    close() {
      isOver = true
      task?.close({ code: NORMAL_CLOSURE })
    },
  }
}
