import Taro, { usePullDownRefresh } from '@tarojs/taro'
import type { ReactNode } from 'react'
import { registPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { Empty } from '../../../ui/empty'
import { SignedOut } from '../../../ui/signed-out'
import { useOwnProfile } from '../profile/player-data'
import { useIsCoach } from './identity'

/** The body of a coach's page. A guest gets the way to the log-in, a player reads that the page is for coaches. */
export function CoachOnly({ children }: { children: ReactNode }) {
  // The expiry of the token is not checked: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  const isCoach = useIsCoach()
  if (!isLoggedIn) return <SignedOut />
  return isCoach ? children : <NotForPlayers />
}

/** Who became a coach since the log-in is one from here on: reading the own profile adopts it. */
function NotForPlayers() {
  const { isPending, refetch } = useOwnProfile()
  usePullDownRefresh(async () => {
    await refetch()
    Taro.stopPullDownRefresh()
  })
  if (isPending) return null
  return (
    <Empty
      drawing="lock"
      title="仅教练可用"
      line="这里是教练管理日程、学员和场馆的地方"
      action={{ text: '申请成为教练', onPress: () => goTo(registPath('coach')) }}
      second={{ text: '返回', onPress: back }}
    />
  )
}
