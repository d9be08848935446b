import type { Claimable, ClaimsOfCompany } from '@paidang/api/areas/activities/roster'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import {
  type ClaimAnswer,
  CODE_LENGTH,
  claimAnswersFault,
  plainCode,
} from '@paidang/domain/areas/activities/roster/registration'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, formatDotDay, monthDotDay } from '@paidang/domain/kernel/day'
import { Text, View } from '@tarojs/components'
import { useState } from 'react'
import { contractPath } from '../../../paths'
import { back, fromHere, replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { HeroGround } from '../../../ui/hero-ground'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { VenuePicture } from '../../../ui/venue-picture'
import styles from './claim-view.module.scss'
import { useAnswerClaims, useClaimByCode, useMyClaims } from './roster-data'

/** 认领课时: what clubs registered for this person before they had an account. One club after the other. */
export function ClaimView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="认领课时">{isLoggedIn ? <Claims /> : <SignedOut />}</Page>
}

const isWaiting = ({ state }: Claimable) => state === 'WAITING'

function Claims() {
  const { data, cause, isPending, isFetching, refetch } = useMyClaims()
  const [code, setCode] = useState<string>()
  const byCode = useClaimByCode(code)
  const skeleton = useSkeleton(isPending)
  // A code that was used, or has ended, finds nothing any more.
  const isCodeGone = byCode.error instanceof ApiError && byCode.error.status === 404
  if (code !== undefined && byCode.data && !isCodeGone)
    return <Question key={code} group={byCode.data} code={code} onClaimed={() => setCode(undefined)} />
  if (!data) {
    if (cause) return <ErrorBlock title="登记没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? <ClaimSkeleton /> : null
  }
  const next = data.find(({ students }) => students.some(isWaiting))
  if (next) return <Question key={next.company.id} group={{ ...next, students: next.students.filter(isWaiting) }} />
  const children = data.filter(({ students }) => students.length > 0)
  return (
    <CardStack>
      {children.map((group) => (
        <Children key={group.company.id} group={group} />
      ))}
      {children.length === 0 && (
        <Empty compact title="没有等您认领的课时" line="俱乐部用您验证过的手机号登记后，会出现在这里" />
      )}
      <CodeCard refusal={code === undefined ? undefined : byCode.cause} busy={byCode.isFetching} onCode={setCode} />
    </CardStack>
  )
}

/** A code that a coach shows takes the place of a verified number. */
function CodeCard({
  refusal,
  busy,
  onCode,
}: {
  refusal: string | undefined
  busy: boolean
  onCode: (code: string) => void
}) {
  const [typed, setTyped] = useState('')
  const isShort = plainCode(typed).length < CODE_LENGTH
  return (
    <Card>
      <Field
        label="认领码"
        value={typed}
        onInput={setTyped}
        placeholder="教练给您的 8 位认领码"
        maxLength={20}
        hint="手机号没有验证，或登记错了，可以请教练给一个认领码"
        {...(refusal && { error: refusal })}
      />
      <View className="mt-12">
        <Button
          full
          kind="plain"
          busy={busy}
          lacks={isShort ? '先填写 8 位认领码' : undefined}
          reason="先填写 8 位认领码"
          onPress={() => onCode(plainCode(typed))}
        >
          查找
        </Button>
      </View>
    </Card>
  )
}

const ANSWERS = [
  { key: 'SELF', text: '是我自己' },
  { key: 'CHILD', text: '我的孩子' },
  { key: 'UNKNOWN', text: '不认识' },
] as const

type Answers = Readonly<Record<string, ClaimAnswer | undefined>>

/** 您是…的学员吗？ Nothing is chosen beforehand. */
function Question({ group, code, onClaimed }: { group: ClaimsOfCompany; code?: string; onClaimed?: () => void }) {
  const { company, students, registeredBy, registeredAt } = group
  const [answers, setAnswers] = useState<Answers>({})
  const claim = useAnswerClaims()
  const chosen = students.flatMap((student) => {
    const answer = answers[student.id]
    return answer ? [{ id: student.id, answer, remainingSessions: student.remainingSessions, name: student.name }] : []
  })
  const missing = students.length - chosen.length
  const fault = claimAnswersFault(chosen.map(({ answer }) => ({ companyId: company.id, answer })))
  const taken = chosen.filter(({ answer }) => answer !== 'UNKNOWN')
  const hours = taken.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0)
  const children = chosen.filter(({ answer }) => answer === 'CHILD').map(({ name }) => name)
  const send = async () => {
    const body = {
      answers: chosen.map(({ id, answer, remainingSessions }) => ({ id, answer, remainingSessions })),
      ...(code && { code }),
    }
    const goOn = fromHere()
    if (!(await claim.act({ body }))) return
    showToast(taken.length > 0 ? `已认领 ${lessonHoursText(hours)} 课时` : '已告诉俱乐部', { tone: 'done' })
    if (taken.some(({ answer }) => answer === 'SELF')) goOn(() => replaceWith(contractPath(company.id)))
    onClaimed?.()
  }
  const words = missing > 0 ? `还有 ${missing} 位没选` : fault && errors[fault].message
  return (
    <>
      <HeroGround className={styles.hero}>
        <View className="row-12">
          <VenuePicture id={company.name} size={48} />
          <View className="grow t-headline">{company.name}</View>
        </View>
        <View className={styles.question}>{`您是${company.name}的学员吗？`}</View>
        <View className={classNames(styles.about, 't-sub')}>
          {code ? '俱乐部用这个认领码登记了' : '俱乐部用您验证过的手机号登记了'}
          {` ${students.length} 人`}
        </View>
      </HeroGround>
      <CardStack className={classNames(styles.over, 'grow')}>
        <Card flush>
          {students.map((student) => (
            <View key={student.id}>
              <StudentPart
                student={student}
                isByCode={code !== undefined}
                answer={answers[student.id]}
                onAnswer={(answer) => setAnswers({ ...answers, [student.id]: answer })}
              />
              <View className={styles.perforation} />
            </View>
          ))}
          <View className={classNames(styles.student, styles.head)}>
            <View className="words">
              <View className="t-headline">认领后可用</View>
              <View className="t-sub muted">
                {`${registeredBy} ${monthDotDay(dayOf(new Date(registeredAt)))} 登记`}
              </View>
            </View>
            <Hours sessions={hours} />
          </View>
        </Card>
        {claim.refusal && <Notice tone="bad">{claim.refusal}</Notice>}
        <Card flush>
          <Cell icon="document" title="请核对课时" note="对不上就先认领，再请俱乐部更正" />
          {children.length > 0 && (
            <Cell
              icon="person"
              title={`${children.join('、')}由教练继续代约`}
              note="您看得到课时，并代收通知，孩子不用注册"
            />
          )}
        </Card>
        <View className={classNames('t-sub muted t-centre', styles.used)}>
          认领前不动任何课时，选“不认识”的留在俱乐部
        </View>
      </CardStack>
      <ActionBar
        actions={
          <>
            <Button kind="plain" disabled={claim.isPending} onPress={back}>
              稍后再说
            </Button>
            <Button full busy={claim.isPending} disabled={words !== undefined} reason={words ?? ''} onPress={send}>
              {words ?? '认领课时'}
            </Button>
          </>
        }
      />
    </>
  )
}

type PartProps = {
  student: Claimable
  isByCode: boolean
  answer: ClaimAnswer | undefined
  onAnswer: (answer: ClaimAnswer) => void
}

function StudentPart({ student, isByCode, answer, onAnswer }: PartProps) {
  return (
    <View className={styles.student}>
      <StudentHead student={student} />
      <View className={styles.answers}>
        <Segmented<ClaimAnswer | ''>
          items={isByCode ? ANSWERS.slice(0, 2) : ANSWERS}
          value={answer ?? ''}
          onChange={(key) => key !== '' && onAnswer(key)}
          label={`${student.name}是谁`}
        />
      </View>
    </View>
  )
}

function StudentHead({ student: { id, name, contracts, used, remainingSessions } }: { student: Claimable }) {
  return (
    <>
      <View className={styles.head}>
        <Avatar id={id} src={null} size={48} />
        <View className="words">
          <View className="t-headline">{name}</View>
          {contracts.map((contract) => (
            <View key={contract.id} className="t-sub muted">
              <WrappedFacts>
                {[
                  contract.courseName,
                  contract.coachName && `${contract.coachName} 教练`,
                  `${formatDotDay(contract.expiryDate)} 到期`,
                ].filter(Boolean)}
              </WrappedFacts>
            </View>
          ))}
        </View>
        <Hours sessions={remainingSessions} />
      </View>
      {used.length > 0 && (
        <View className={classNames(styles.used, 't-sub muted')}>
          {`登记后已上 ${used.length} 节：`}
          {used
            .slice(0, 5)
            .map(
              ({ courseDate, coachName, usedSessions }) =>
                `${monthDotDay(courseDate)} ${coachName} ${lessonHoursText(usedSessions)} 课时`,
            )
            .join('；')}
        </View>
      )}
    </>
  )
}

const Hours = ({ sessions }: { sessions: number }) => (
  <View className={styles.hours}>
    {lessonHoursText(sessions)}
    <Text className={styles.unit}>课时</Text>
  </View>
)

/** The caller's children at a club, with their hours. */
function Children({ group: { company, students } }: { group: ClaimsOfCompany }) {
  return (
    <Card flush>
      <CardHead inset title={`我的孩子 · ${company.name}`} />
      {students.map((student) => (
        <View key={student.id} className={styles.student}>
          <StudentHead student={student} />
        </View>
      ))}
    </Card>
  )
}

function ClaimSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={160} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={240} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
