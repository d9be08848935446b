import { errors } from '@paidang/api/catalogue/errors'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { goToLogin } from '../platform/navigate'
import { useSession } from '../platform/session'
import { Empty } from './empty'

/**
 * Replaces a personal page while nobody is logged in. There is nothing to fetch, so pull-to-refresh ends at once. When
 * a device has a token but no user id, the page says so.
 *
 * Source: specification §5
 */
export function SignedOut({ title }: { title?: string }) {
  const hasLostUser = useSession(({ token, userId }) => token !== null && userId === null)
  usePullDownRefresh(() => {
    Taro.stopPullDownRefresh()
  })
  return (
    <Empty
      drawing="lock"
      title={title ?? (hasLostUser ? errors.user_id_missing.message : '登录后查看')}
      action={{ text: '登录', onPress: goToLogin }}
    />
  )
}
