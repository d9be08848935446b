import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { goToLogin } from '../../platform/navigate'
import { Empty } from '../../ui/empty'

/** In place of what is one's own, while nobody is logged in: nothing to fetch anew, so the pull ends at once. */
export function SignedOut() {
  usePullDownRefresh(() => {
    Taro.stopPullDownRefresh()
  })
  return <Empty drawing="lock" title="登录后查看" action={{ text: '登录', onPress: goToLogin }} />
}
