import Taro from '@tarojs/taro'
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
