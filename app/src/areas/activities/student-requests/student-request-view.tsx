import type { StudentRequest } from '@paidang/api/areas/activities/student-requests'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { useState } from 'react'
import { coachesPath, coachPagePath, studentPath, userCardPath } from '../../../paths'
import { fromHere, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { RefuseSheet } from '../../../ui/refuse-sheet'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { momentText } from '../../../ui/time-format'
import { useFeature } from '../../ground/features/features-data'
import { levelText } from '../../people/profile/level-scale'
import { useContractsWithCoach } from '../booking/contracts-data'
import { freeTimesText, useAnswerRequest, useStudentRequest, useWithdrawRequest } from './student-requests-data'

/** 学员申请: the coach answers it, the player sees where it stands. */
export function StudentRequestView({ id }: { id: string }) {
  const isLoggedIn = useUserId() !== null
  return <Page title="学员申请">{isLoggedIn ? <Request id={id} /> : <SignedOut />}</Page>
}

function Request({ id }: { id: string }) {
  const userId = useUserId()
  const { data, cause, isPending, isFetching, refetch } = useStudentRequest(id)
  const skeleton = useSkeleton(isPending)
  if (!data) {
    if (cause) return <ErrorBlock title="申请没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? <RequestSkeleton /> : null
  }
  return data.coach.id === userId ? <ForCoach request={data} /> : <ForPlayer request={data} />
}

/** How it stands, in words for each side. */
const STANDS = {
  PENDING: { coach: '等您答复', player: '等教练答复' },
  ACCEPTED: { coach: '已同意，对方是您的学员', player: '已通过，你是这位教练的学员了' },
  REFUSED: { coach: '已拒绝', player: '教练这次没有通过' },
  WITHDRAWN: { coach: '对方已撤回', player: '已撤回' },
  EXPIRED: { coach: '已过期', player: '没有等到教练答复，可以看看同俱乐部的教练' },
} as const

function Stands({
  request: { state, answer, expiresAt },
  side,
}: {
  request: StudentRequest
  side: 'coach' | 'player'
}) {
  const now = useMinute()
  const tone = state === 'ACCEPTED' ? 'ok' : state === 'PENDING' ? 'info' : 'wait'
  const until = state === 'PENDING' ? `，最晚 ${momentText(new Date(expiresAt), now)}` : ''
  return <Notice tone={tone}>{`${STANDS[state][side]}${until}${answer && `：${answer}`}`}</Notice>
}

/** What is asked: the course, the times, and the words. */
function Wish({ request }: { request: StudentRequest }) {
  const { course, company, words } = request
  return (
    <Card>
      <KeyValues
        rows={[
          { name: '想学', value: course.name },
          { name: '价格', value: `¥${yuanOf(course.pricePerSession)}/课时，${course.sessionDuration} 分钟` },
          { name: '俱乐部', value: company.name },
          { name: '常有空', value: freeTimesText(request) || '没有填写' },
          { name: '说明', value: words || '没有填写' },
        ]}
      />
    </Card>
  )
}

function ForCoach({ request }: { request: StudentRequest }) {
  const { player, state } = request
  return (
    <>
      <CardStack className="grow">
        <Stands request={request} side="coach" />
        <Card flush>
          <Cell
            lead={<Avatar id={player.id} src={player.avatar} size={48} />}
            title={player.nickname}
            note={<WrappedFacts>{[levelText(player), player.region]}</WrappedFacts>}
            {...(state === 'ACCEPTED' && { onPress: () => goTo(studentPath(player.id)) })}
          />
        </Card>
        <Wish request={request} />
      </CardStack>
      <AnswerButtons request={request} full />
      {state === 'ACCEPTED' && (
        <ActionBar
          actions={
            <Button full onPress={() => goTo(studentPath(player.id))}>
              登记课时，约第一节课
            </Button>
          }
        />
      )}
    </>
  )
}

/** 拒绝 with a word, 同意, and on the page 同意并约时间. The answer is about what is on the screen. */
export function AnswerButtons({ request, full }: { request: StudentRequest; full?: boolean }) {
  const { id, revision, player, state, mayAnswer } = request
  const answer = useAnswerRequest()
  const [isRefusing, setIsRefusing] = useState(false)
  const send = (agree: boolean, words = '') =>
    answer.act({ params: { id }, body: { agree, revision, ...(words !== '' && { answer: words }) } })
  const refuse = async (words: string) => {
    if (await send(false, words)) setIsRefusing(false)
  }
  const agreeAndBook = async () => {
    const goOn = fromHere()
    if (await send(true)) goOn(() => goTo(studentPath(player.id)))
  }
  const size = full ? 'l' : 's'
  const buttons = (
    <>
      <Button
        kind="plain"
        size={size}
        disabled={answer.isPending}
        label={`拒绝 ${player.nickname} 的申请`}
        onPress={() => setIsRefusing(true)}
      >
        拒绝
      </Button>
      <Button
        size={size}
        kind={full ? 'plain' : 'filled'}
        busy={answer.isPending && !isRefusing}
        label={`同意 ${player.nickname} 的申请`}
        onPress={() => send(true)}
      >
        同意
      </Button>
      {full && (
        <Button full disabled={answer.isPending} onPress={agreeAndBook}>
          同意并约时间
        </Button>
      )}
    </>
  )
  return (
    <>
      {full ? mayAnswer && <ActionBar actions={buttons} /> : buttons}
      <RefuseSheet
        open={isRefusing}
        title={`拒绝 ${player.nickname} 的申请`}
        press="拒绝申请"
        placeholder="比如：最近排满了，下个月再来"
        end={state === 'PENDING' ? undefined : STANDS[state].coach}
        busy={answer.isPending}
        onClose={() => setIsRefusing(false)}
        onRefuse={refuse}
      />
    </>
  )
}

function ForPlayer({ request }: { request: StudentRequest }) {
  const { id, coach, company, state, mayWithdraw } = request
  const withdraw = useWithdrawRequest()
  const { data: contracts } = useContractsWithCoach(state === 'ACCEPTED' ? coach.id : null)
  const lacksHours = contracts?.length === 0
  const sellsHours = useFeature('packages')
  const isOver = state === 'REFUSED' || state === 'EXPIRED' || state === 'WITHDRAWN'
  return (
    <>
      <CardStack className="grow">
        <Stands request={request} side="player" />
        {lacksHours && (
          <Notice tone="wait">
            {`还差一步：联系教练买课时，教练登记后你会收到消息，就能自己约课${sellsHours ? '；有课包的也可以在教练主页购买' : ''}`}
          </Notice>
        )}
        <Card flush>
          <Cell
            lead={<Avatar id={coach.id} src={coach.avatar} size={48} />}
            title={coach.nickname}
            note={company.name}
            label={`${coach.nickname}的主页`}
            onPress={() => goTo(coachPagePath(coach.id))}
          />
        </Card>
        <Wish request={request} />
      </CardStack>
      {(mayWithdraw || state === 'ACCEPTED' || isOver) && (
        <ActionBar
          actions={
            mayWithdraw ? (
              <Button
                kind="plain"
                full
                busy={withdraw.isPending}
                onPress={() => withdraw.act({ params: { id }, body: {} })}
              >
                撤回申请
              </Button>
            ) : isOver ? (
              <Button full onPress={() => goTo(coachesPath())}>
                看看其他教练
              </Button>
            ) : lacksHours ? (
              <Button full onPress={() => goTo(userCardPath({ id: coach.id }))}>
                联系教练买课时
              </Button>
            ) : (
              <Button full onPress={() => goTo(coachPagePath(coach.id))}>
                去约课
              </Button>
            )
          }
        />
      )}
    </>
  )
}

function RequestSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={72} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
