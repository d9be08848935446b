import Taro from '@tarojs/taro'

/** Reports whether the phone has a network, now and on each change. Answers the function that stops it. */
export function watchOnline(report: (online: boolean) => void): () => void {
  const tell = ({ isConnected }: { isConnected: boolean }) => report(isConnected)
  Taro.getNetworkType({ success: ({ networkType }) => report(networkType !== 'none') })
  Taro.onNetworkStatusChange(tell)
  return () => Taro.offNetworkStatusChange(tell)
}
