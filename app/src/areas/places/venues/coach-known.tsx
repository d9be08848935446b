import { notices } from '@paidang/api/catalogue/outcomes'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import type { ReactNode } from 'react'
import { goToLogin } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { Empty } from '../../../ui/empty'
import { CoachOnly } from '../../people/auth/coach-only'

/** The body of a page about a coach's venues; it needs the coach's id from the session. Source: specification §5. */
export function CoachKnown({ children }: { children: (coachId: string) => ReactNode }) {
  const coachId = useUserId()
  if (coachId === null) return <Unknown />
  return <CoachOnly>{children(coachId)}</CoachOnly>
}

function Unknown() {
  usePullDownRefresh(() => {
    Taro.stopPullDownRefresh()
  })
  return (
    <Empty
      drawing="lock"
      title="登录后查看"
      line={notices.coachUnknown}
      action={{ text: '登录', onPress: goToLogin }}
    />
  )
}
