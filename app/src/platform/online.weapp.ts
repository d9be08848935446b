import Taro from '@tarojs/taro'

/** Reports whether the phone has a network, now and on each change. Returns a function that stops it. */
export function watchOnline(report: (online: boolean) => void): () => void {
  const notify = ({ isConnected }: { isConnected: boolean }) => report(isConnected)
  Taro.getNetworkType({ success: ({ networkType }) => report(networkType !== 'none') })
  Taro.onNetworkStatusChange(notify)
  return () => Taro.offNetworkStatusChange(notify)
}
