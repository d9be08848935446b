import { type StudentDetail as Detail, getStudent } from '@paidang/api/areas/activities/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isRunningOut } from '@paidang/domain/areas/money/contracts/adjust'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { contractPath, recordPastPath } from '../../../paths'
import { back, fromHere, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { pressable } from '../../../ui/semantics'
import { useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { useFeature } from '../../ground/features/features-data'
import { PhotosCard } from '../../money/contracts/photos-card'
import { useRemindOfRenewal } from '../../money/packages/packages-data'
import { CoachOnly } from '../../people/auth/coach-only'
import { useOwnCourses } from '../booking/coach-data'
import { bookWithStudent } from '../booking/start-booking'
import { CodeCard } from '../roster/code-card'
import { SessionsSheet } from './parts/sessions-sheet'
import { ContractHours, HoursLegend, StudentListSkeleton } from './parts/student-card'
import { LevelCard, RecordsCard, StudentHead } from './parts/student-cards'
import { contractSign, contractToBook, hoursText } from './parts/student-labels'
import styles from './student-view.module.scss'
import { useReloadStudent, useRemoveStudent, useStudent } from './students-data'

type Props = {
  userId?: string | undefined
  /** Opens 调整课时 at once. */
  asksSessions?: boolean
}

/** 学员: one student’s contracts and course history. */
export function StudentView({ userId = '', asksSessions = false }: Props) {
  return (
    <Page title="学员">
      <CoachOnly>
        <OneStudent playerId={userId} asksSessions={asksSessions} />
      </CoachOnly>
    </Page>
  )
}

function OneStudent({ playerId, asksSessions }: { playerId: string; asksSessions: boolean }) {
  const reload = useReloadStudent(playerId)
  usePullDownRefresh(async () => {
    const failure = await reload()
    if (failure) showFailed(getStudent.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  return <StudentDetail playerId={playerId} asksSessions={asksSessions} onGone={back} />
}

type DetailProps = {
  playerId: string
  asksSessions?: boolean
  /** Called when the student is removed. */
  onGone: () => void
}

/** One student: personal data, contracts with their hours, what classes consumed, and photos of contracts. */
export function StudentDetail({ playerId, asksSessions = false, onGone }: DetailProps) {
  const { data, error, isPending, isFetching, refetch } = useStudent(playerId)
  const skeleton = useSkeleton(isPending && playerId !== '')
  if (playerId === '' || (error instanceof ApiError && error.code === 'relation_not_found')) {
    return (
      <Empty
        drawing="lock"
        title="不是你的学员"
        line="添加为学员后，才能看到课时和课程记录"
        action={{ text: '返回', onPress: back }}
      />
    )
  }
  if (skeleton) return <StudentListSkeleton />
  if (!data) {
    return error ? (
      <ErrorBlock
        title="学员没有取到"
        cause={failureText(getStudent.outcome, error)}
        onRetry={refetch}
        busy={isFetching}
      />
    ) : null
  }
  return <Student student={data} asksSessions={asksSessions} onGone={onGone} />
}

type StudentProps = { student: Detail; onGone: () => void }

function Student({ student, asksSessions, onGone }: StudentProps & { asksSessions: boolean }) {
  const now = useMinute()
  // An admin reads the students of colleagues. Actions that need the student's own coach are left to that coach.
  const isOwn = student.theUserRelation.coachId === useUserId()
  const [isAdjusting, setIsAdjusting] = useState(asksSessions)
  const { player, userCourseContracts } = student
  const { data: courses } = useOwnCourses()
  const contract = contractToBook(userCourseContracts, courses, now)
  const adjust = () => setIsAdjusting(true)
  return (
    <>
      <CardStack>
        <StudentHead student={student} isOwn={isOwn} now={now} />
        {student.isUnclaimed ? <CodeCard playerId={player.id} now={now} /> : isOwn && <LevelCard student={student} />}
        <ContractsCard student={student} isOwn={isOwn} now={now} />
        <RecordsCard playerId={player.id} contracts={userCourseContracts} now={now} />
        {isOwn && (
          <Card flush>
            <Cell
              icon="calendar"
              title="补录一节课"
              note="最近 30 天上过、没有约的课"
              onPress={() => goTo(recordPastPath(player.id))}
            />
          </Card>
        )}
        <PhotosCard userId={player.id} mayUpload={isOwn} now={now} />
        {isOwn && <RemoveStudent student={student} onGone={onGone} />}
      </CardStack>
      <ActionBar
        actions={
          isOwn ? (
            <>
              <Button kind="plain" onPress={adjust}>
                调整课时
              </Button>
              <Button full onPress={() => bookWithStudent(student, contract?.courseDesign.id)}>
                约课
              </Button>
            </>
          ) : (
            <Button full onPress={adjust}>
              调整课时
            </Button>
          )
        }
      />
      <SessionsSheet
        open={isAdjusting}
        student={student}
        contracts={userCourseContracts}
        onClose={() => setIsAdjusting(false)}
      />
    </>
  )
}

type ContractsProps = { student: Detail; isOwn: boolean; now: Date }

/** The contracts with their hours. Each opens its company's statement. */
function ContractsCard({ student: { player, userCourseContracts, isUnclaimed }, isOwn, now }: ContractsProps) {
  const [first] = userCourseContracts
  const openStatement = (companyId: string) => goTo(contractPath(companyId, player.id))
  return (
    <Card>
      <CardHead
        title="课程合同"
        tail={
          isOwn &&
          first && <MoreLink text="课时流水" onPress={() => openStatement(first.companyId)} label="查看课时流水" />
        }
      />
      {userCourseContracts.length === 0 ? (
        <View className="t-sub muted">还没有课程合同，可以在“调整课时”里新开</View>
      ) : (
        <>
          <View className={styles.legend}>
            <HoursLegend />
          </View>
          {userCourseContracts.map((contract) => {
            const sign = contractSign(contract, now)
            const words = [contract.courseDesign.courseName, sign?.text, hoursText(contract), '查看课时流水']
            return (
              <View key={contract.id}>
                <View
                  className={classNames(styles.contract, 'col-0 in-0-16')}
                  {...(isOwn && {
                    hoverClass: styles.pressed,
                    ...pressable({
                      label: words.filter(Boolean).join('，'),
                      onPress: () => openStatement(contract.companyId),
                    }),
                  })}
                >
                  {sign && (
                    <View className={styles.sign}>
                      <Tag kind={sign.kind}>{sign.text}</Tag>
                    </View>
                  )}
                  <ContractHours contract={contract} now={now} />
                </View>
                {isOwn && !isUnclaimed && <Renew contract={contract} now={now} />}
              </View>
            )
          })}
        </>
      )}
    </Card>
  )
}

type RenewProps = { contract: Detail['userCourseContracts'][number]; now: Date }

/** 提醒续课 of a contract that runs out: the student reads which package fits. */
function Renew({ contract, now }: RenewProps) {
  const sellsHours = useFeature('packages')
  const { act, isPending } = useRemindOfRenewal()
  const { id, courseDesign, remainingSessions, availableSessions } = contract
  const endsSoon = isRunningOut({ ...contract, heldSessions: remainingSessions - availableSessions }, dayOf(now))
  const isUsedUp = contract.expiryDate >= dayOf(now) && remainingSessions === 0
  if (!sellsHours || !(endsSoon || isUsedUp)) return null
  return (
    <View className={styles.renew}>
      <Button
        kind="ghost"
        size="s"
        label={`提醒续课，${courseDesign.courseName}`}
        busy={isPending}
        onPress={() => act(id)}
      >
        提醒续课
      </Button>
    </View>
  )
}

/** 移除学员: shows first what it causes. A refusal stays visible below. */
function RemoveStudent({ student, onGone }: StudentProps) {
  const { player, theUserRelation } = student
  const { act, isPending, refusal } = useRemoveStudent()
  const ask = async () => {
    const yes = await confirm({
      title: `移除学员${player.nickname}？`,
      line: '移除后，他不再是你的学员，你也不能替他约课。合同、课时和上过的课都会保留。',
      tone: 'wait',
      confirmText: '移除学员',
      danger: true,
    })
    const goOn = fromHere()
    if (yes && (await act(theUserRelation.id))) goOn(onGone)
  }
  return (
    <>
      {refusal && (
        <Notice tone="bad" icon="warning">
          {refusal}
        </Notice>
      )}
      <Card flush>
        <Cell icon="close" title="移除学员" danger plain disabled={isPending} onPress={ask} />
      </Card>
    </>
  )
}
