import { errors } from '@paidang/api/catalogue/errors'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { goToLogin } from '../../platform/navigate'
import { useSession } from '../../platform/session'
import { Empty } from '../../ui/empty'

/**
 * In place of what is one's own, while nobody is logged in: nothing to fetch anew, so the pull ends at once. A device that
 * keeps a token and has lost the user's id says so.
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
