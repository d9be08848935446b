import type { Question } from '@paidang/api/areas/activities/questions'
import { QUESTION_LENGTHS } from '@paidang/domain/areas/activities/questions/question'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { advertPath, classInfoPath, coachLeavePath, coachPagePath, contractPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { callPhone } from '../../../platform/phone'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { momentText } from '../../../ui/time-format'
import { AskCard } from './ask-card'
import { useAnswerQuestion, useQuestion } from './questions-data'

/** 咨询: the question with its answer, for its asker and for who answers. */
export function QuestionView({ id }: { id: string }) {
  const isLoggedIn = useUserId() !== null
  const nothing = <Empty title="没有这条咨询" line="请从消息里打开" action={{ text: '返回', onPress: back }} />
  return <Page title="咨询">{!isLoggedIn ? <SignedOut /> : id === '' ? nothing : <Read id={id} />}</Page>
}

function Read({ id }: { id: string }) {
  const userId = useUserId()
  const { data, cause, isPending, isFetching, refetch } = useQuestion(id)
  const skeleton = useSkeleton(isPending)
  if (!data) {
    if (cause) return <ErrorBlock title="咨询没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? (
      <CardStack>
        <SkeletonGroup>
          <Skeleton height={120} radius={16} />
        </SkeletonGroup>
      </CardStack>
    ) : null
  }
  const isOwn = data.asker?.id === userId
  return (
    <>
      <CardStack className="grow">
        <Stands question={data} isOwn={isOwn} />
        <Card flush>
          <CardHead inset title={isOwn ? '我的问题' : '对方的问题'} />
          <View className="in-0-16 t-body">{data.text}</View>
          <Cell
            title={data.about}
            note={data.company.name}
            {...(isOwn || isPublic(data) ? { onPress: () => goTo(PATHS[data.kind](data.objectId)) } : {})}
          />
          {!isOwn && <Asker question={data} />}
        </Card>
        {data.answer !== '' && (
          <Card>
            <CardHead title="答复" tail={data.answeredBy ?? undefined} />
            <View className="t-body">{data.answer}</View>
          </Card>
        )}
        {isOwn && data.state !== 'OPEN' && isPublic(data) && (
          <AskCard kind={data.kind} objectId={data.objectId} name={data.about} />
        )}
      </CardStack>
      {data.mayAnswer && <Answer question={data} />}
    </>
  )
}

/** Where a question leads: to what it is about. The contract itself is its owner's; who answers has it in the words. */
const PATHS: Record<Question['kind'], (id: string) => string> = {
  coach: coachPagePath,
  course: classInfoPath,
  advert: advertPath,
  leave: coachLeavePath,
  validity: () => contractPath(),
}

/** Whether it asks about something that everybody sees, and not about one's own hours. */
const isPublic = (question: Question): question is Question & { kind: 'coach' | 'course' | 'advert' } =>
  question.kind !== 'leave' && question.kind !== 'validity'

/** How it stands, in words for each side. */
function Stands({ question: { state, dueAt, isLate }, isOwn }: { question: Question; isOwn: boolean }) {
  const now = useMinute()
  if (state === 'CLOSED')
    return <Notice tone="wait">{isOwn ? '没有等到答复，可以再问一次' : '很久没有答复，已关闭'}</Notice>
  if (state === 'CALLED') return <Notice tone="ok">已电话回复</Notice>
  if (state === 'ANSWERED') return <Notice tone="ok">已答复</Notice>
  const until = momentText(new Date(dueAt), now)
  if (isLate)
    return (
      <Notice tone="wait" icon="clock">
        {isOwn ? '已过答复时间，已提醒对方' : `已过答复时间（${until}），请尽快答复`}
      </Notice>
    )
  return (
    <Notice tone="info" icon="clock">
      {isOwn ? `等答复，最晚 ${until}` : `请在 ${until} 前答复`}
    </Notice>
  )
}

function Asker({ question: { asker, phone } }: { question: Question }) {
  if (asker) return <Cell lead={<Avatar id={asker.id} src={asker.avatar} size={40} />} title={asker.nickname} />
  if (!phone) return null
  return (
    <Cell
      icon="phone"
      title="访客，等您回电话"
      value={phone}
      label={`拨打电话 ${phone}`}
      onPress={() => callPhone(phone)}
    />
  )
}

/** One text for an account; for a guest, that they were called. */
function Answer({ question: { id, phone } }: { question: Question }) {
  const answer = useAnswerQuestion()
  const [text, setText] = useState('')
  if (phone !== null) {
    return (
      <ActionBar
        actions={
          <>
            <Button kind="plain" full busy={answer.isPending} onPress={() => answer.act({ params: { id }, body: {} })}>
              已电话回复
            </Button>
            <Button full icon="phone" onPress={() => callPhone(phone)}>
              打电话
            </Button>
          </>
        }
      />
    )
  }
  return (
    <ActionBar
      actions={
        <Button
          full
          busy={answer.isPending}
          lacks={text.trim() === '' ? '请写下答复' : undefined}
          onPress={() => answer.act({ params: { id }, body: { answer: text } })}
        >
          答复
        </Button>
      }
    >
      <Field
        label="答复（只答一次）"
        value={text}
        onInput={setText}
        multiline
        maxLength={QUESTION_LENGTHS.answer}
        placeholder="写清楚时间、价格和怎么报名"
      />
    </ActionBar>
  )
}
