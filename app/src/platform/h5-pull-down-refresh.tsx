import Taro from '@tarojs/taro'
import { createElement, type PropsWithChildren, useEffect, useRef, useState } from 'react'
import styles from './h5-pull-down-refresh.module.scss'

type TaroPage = HTMLElement & { __page?: { onPullDownRefresh?: () => void } }
type Call = { successHandler?: (result: { errMsg: string }) => void }

const PULL_MAX = 100
const PULL_ENOUGH = 50
const PULL_RESISTANCE = 0.4

/**
 * Pull-to-refresh on the web; the mini-program has that gesture built in. Taro wraps every page with
 * `enablePullDownRefresh` in it. The page answers with `usePullDownRefresh` and ends with
 * `Taro.stopPullDownRefresh()`.
 */
export function PullDownRefresh({ children }: PropsWithChildren) {
  const root = useRef<HTMLDivElement>(null)
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const element = root.current
    const page = element?.closest('.taro_page') as TaroPage | null | undefined
    if (!element || !page) return
    let startY = -1
    let distance = 0
    let refreshing = false

    const refresh = () => {
      refreshing = true
      setBusy(true)
      setPulled(PULL_ENOUGH)
      page.__page?.onPullDownRefresh?.()
    }
    const down = (event: TouchEvent) => {
      startY = page.scrollTop <= 0 && !refreshing ? (event.touches[0]?.clientY ?? -1) : -1
      distance = 0
    }
    const move = (event: TouchEvent) => {
      const dragged = startY < 0 ? 0 : (event.touches[0]?.clientY ?? 0) - startY
      if (dragged <= 0 || page.scrollTop > 0) return
      if (event.cancelable) event.preventDefault()
      distance = Math.min(PULL_MAX, dragged * PULL_RESISTANCE)
      setPulled(distance)
    }
    const up = () => {
      if (startY < 0) return
      startY = -1
      if (distance >= PULL_ENOUGH) refresh()
      else setPulled(0)
    }
    const onStart = ({ successHandler }: Call) => {
      if (page.classList.contains('taro_page_show')) refresh()
      successHandler?.({ errMsg: 'startPullDownRefresh:ok' })
    }
    const onStop = ({ successHandler }: Call) => {
      refreshing = false
      setBusy(false)
      setPulled(0)
      successHandler?.({ errMsg: 'stopPullDownRefresh:ok' })
    }

    element.addEventListener('touchstart', down, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', up)
    element.addEventListener('touchcancel', up)
    Taro.eventCenter.on('__taroStartPullDownRefresh', onStart)
    Taro.eventCenter.on('__taroStopPullDownRefresh', onStop)
    return () => {
      element.removeEventListener('touchstart', down)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', up)
      element.removeEventListener('touchcancel', up)
      Taro.eventCenter.off('__taroStartPullDownRefresh', onStart)
      Taro.eventCenter.off('__taroStopPullDownRefresh', onStop)
    }
  }, [])

  return createElement(
    'div',
    { ref: root, className: styles.root, style: { transform: pulled ? `translate3d(0,${pulled}px,0)` : undefined } },
    pulled > 0 && createElement('div', { className: styles.mark, role: 'status' }, busy ? '正在刷新' : '松开刷新'),
    children,
  )
}
