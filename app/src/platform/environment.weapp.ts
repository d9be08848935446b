import Taro, { useDidShow, useLoad } from '@tarojs/taro'
import { useState } from 'react'
import { loginWeappPath } from '../paths'
import type { OnError, Theme } from './environment.h5'

/** The mini-program is laid out for phones. */
export function useWide(): boolean {
  return false
}

/** The page was opened from the WeChat timeline. Source: WeChat documentation "scene values" */
const FROM_TIMELINE = 1154

/** Whether WeChat shows a single page from its timeline. There nobody can log in, and no link works. */
export const isSinglePage = (): boolean => Taro.getLaunchOptionsSync().scene === FROM_TIMELINE

/** The public origin of the server, as configured: the mini-program itself comes from another place. */
export const serverOrigin = (): string => API_ORIGIN

/** The version of the base library, as in WeChat 2.32.3. */
export function clientName(): string {
  return `WeChat ${Taro.getAppBaseInfo().SDKVersion ?? ''}`
}

/** Reports errors that nobody caught, from now on. */
export function watchErrors(hear: OnError): void {
  Taro.onError((text) => hear('script', text))
  Taro.onUnhandledRejection(({ reason }) => hear('rejection', reason))
}

/** Reports whether the phone has a network, now and on each change. Returns a function that stops it. */
export function watchOnline(report: (online: boolean) => void): () => void {
  const notify = ({ isConnected }: { isConnected: boolean }) => report(isConnected)
  Taro.getNetworkType({ success: ({ networkType }) => report(networkType !== 'none') })
  Taro.onNetworkStatusChange(notify)
  return () => Taro.offNetworkStatusChange(notify)
}

/** The log-in page of this platform. */
export const loginPath = loginWeappPath

/** Resolves at once: WeChat ends a navigation only when the page is shown. */
export const pageOpened = (): Promise<void> => Promise.resolve()

/** Runs the work directly; a mini-program has one instance. */
export function withRefreshLock(work: () => Promise<void>): Promise<void> {
  return work()
}

/** Does nothing: a mini-program has one instance, so nobody else changes the storage. */
export function watchStorage(_onChange: () => void): void {
  // Nothing to watch.
}

/** Returns false: WeChat does not report it to scripts. Style sheets can still query it. */
export function prefersReducedMotion(): boolean {
  return false
}

/** Does nothing globally. Each page has the theme as a class on its own root, and colours its bars when it is shown. */
export function applyTheme(_theme: Theme): void {
  // Nothing to apply.
}

const DESIGN_WIDTH_PX = 375
/** On wider screens, such as tablets, the design does not grow further: it gets more room instead. */
const MOST_WIDTH_PX = 480
/** WeChat's default size on iOS. On Android it is 16, which counts as the same. */
const USUAL_PX = 17

/** Newer versions of WeChat report the factor; Taro's types lack it. */
type TextSize = { fontSizeScaleFactor?: number; fontSizeSetting?: number }

/** The text size of this WeChat as a factor of the default size. */
export function textScale(): number {
  const { fontSizeScaleFactor, fontSizeSetting = USUAL_PX } = Taro.getAppBaseInfo() as TextSize
  return fontSizeScaleFactor ?? Math.max(1, fontSizeSetting / USUAL_PX)
}

/** How many px of the phone correspond to one px of the design, where it grows with the text. */
export function phonePx(): number {
  return (Math.min(Taro.getWindowInfo().windowWidth, MOST_WIDTH_PX) / DESIGN_WIDTH_PX) * textScale()
}

/** The build divides the lengths of the design by this number. */
const PX_IN_REM = 20
/** From this scale on, the 375 px of the design have no room for 21 letters of 16 px. */
const SHORT_LINES_FROM = 375 / (21 * 16)

/**
 * Applies the text size of WeChat to the page.
 *
 * @returns the class that stacks rows when a line has room for few characters
 */
export function useTextSize(): string | undefined {
  const [scale, setScale] = useState(textScale)
  const follow = () => {
    setScale(textScale())
    // Set before the content is sent: the `page-meta` of every page uses it.
    Taro.getCurrentInstance().page?.setData?.({ rem: `${phonePx() * PX_IN_REM}px` })
  }
  useLoad(follow)
  useDidShow(follow)
  return shortLines(scale)
}

/** The same class, for layers over a page. */
export function shortLines(scale = textScale()): string | undefined {
  return scale > SHORT_LINES_FROM ? 'short-lines' : undefined
}

/** Only by this text WeChat reports that the user cancelled. */
export function saysCancel(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errMsg' in error && /cancel/.test(String(error.errMsg))
}
