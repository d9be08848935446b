import { getStudent } from '@paidang/api/areas/students'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { back } from '../../../platform/navigate'
import { showFailed } from '../../../platform/toast'
import { Page } from '../../../ui/page'
import { CoachOnly } from '../../people/auth/coach-only'
import { StudentDetail } from './student-detail'
import { useReloadStudent } from './students-data'

type Props = { userId?: string | undefined }

/** 学员: one student’s contracts and course history. */
export function StudentView({ userId = '' }: Props) {
  return (
    <Page title="学员">
      <CoachOnly>
        <OneStudent playerId={userId} />
      </CoachOnly>
    </Page>
  )
}

function OneStudent({ playerId }: { playerId: string }) {
  const reload = useReloadStudent(playerId)
  usePullDownRefresh(async () => {
    const failure = await reload()
    if (failure) showFailed(getStudent.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  return <StudentDetail playerId={playerId} onGone={back} />
}
