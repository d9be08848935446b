import Taro from '@tarojs/taro'
import type { HearError } from './watch-errors-words'

/** Tells of errors that nobody caught, from now on. */
export function watchErrors(hear: HearError): void {
  Taro.onError((text) => hear('script', text))
  Taro.onUnhandledRejection(({ reason }) => hear('rejection', reason))
}
