import { OBJECTION_WITHIN_MS } from '@paidang/domain/areas/activities/classes/invitation'
import {
  ANSWERER_NAMES,
  needsWords,
  OBJECTION_LENGTH,
  OBJECTION_STATE_NAMES,
  type ObjectionState,
} from '@paidang/domain/areas/activities/classes/objection'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { contractPath, userCardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { Sheet } from '../../../../ui/sheet'
import { Tag, type TagKind } from '../../../../ui/tag'
import { momentText } from '../../../../ui/time-format'
import { useOperator } from '../../../people/auth/session-data'
import { useAnswerObjection, useObjectToClass } from '../invitation-data'
import styles from '../invitation-view.module.scss'
import {
  consumedHours,
  type InvitationInfo,
  isPaidByOther,
  joinedPlayers,
  namedObjections,
  ownSeat,
} from './invitation-info'

type Named = ReturnType<typeof namedObjections>[number]

const TAGS: Record<ObjectionState, TagKind> = { OPEN: 'wait', REFUNDED: 'ok', UPHELD: 'mute' }

/** 扣课异议: a player's objection to what the class cost, and the answer of the coach's side. */
export function ObjectionsCard({ info }: { info: InvitationInfo }) {
  const now = useMinute()
  const { mayObjectUntil, userId } = info.reqUser
  const mayObject = mayObjectUntil !== null && now.getTime() <= mayObjectUntil.getTime()
  const objections = namedObjections(info)
  const end = endOfObjecting(info, now)
  const hours = heldByReader(info, now)
  const upheld = objections.find((one) => one.state === 'UPHELD' && one.userId === userId)
  const wayBack = wayBackForClub(info, now)
  if (objections.length === 0 && !mayObject && !end && hours === 0 && !wayBack) return null
  return (
    <Card flush>
      {objections.length > 0 && <CardHead inset title="扣课异议" />}
      {objections.map((objection) => (
        <Objection
          key={objection.id}
          objection={objection}
          isOwn={objection.userId === userId}
          gives={givesFor(info, objection.userId)}
        />
      ))}
      {hours > 0 && <CoachAbsent info={info} gives={givesText(info, hours)} />}
      {mayObject && <Objecting info={info} until={momentText(mayObjectUntil, now)} />}
      {wayBack && <View className={classNames(styles.ended, 't-sub muted')}>{wayBack}</View>}
      {upheld ? (
        <WhomToAsk info={info} line="不同意这个答复，可以再问" answerer={upheld.answerer} />
      ) : (
        end && <WhomToAsk info={info} line={`扣课异议的时间已于 ${momentText(end, now)} 结束，有疑问请联系`} />
      )}
    </Card>
  )
}

/**
 * For the coach of a completed class that used hours, and for the admin of its company, who may have completed it: how these
 * come back, since completing is not undone. The admin is not told what each seat used.
 */
function wayBackForClub(info: InvitationInfo, now: Date): string | undefined {
  const { invitation, reqUser, objections } = info
  const isCoach = reqUser.role === 'coach'
  const isAdmin = reqUser.role === 'viewer' && reqUser.isCompanyAdmin
  if (!(isCoach || isAdmin) || invitation.completedAt === null || objections.length > 0) return undefined
  const usesHours = invitation.trialId === null && invitation.consumedSessions > 0 && joinedPlayers(info).length > 0
  if (isCoach ? !consumedHours(info)?.hours : !usesHours) return undefined
  const end = new Date(invitation.completedAt.getTime() + OBJECTION_WITHIN_MS)
  const later = isCoach ? '可以在学员页调整' : '请教练在学员页调整'
  if (now.getTime() > end.getTime()) return `完成不能撤销。扣错了课时，${later}`
  const until = `完成不能撤销。扣错了课时，学员 ${momentText(end, now)} 前可提异议，`
  return isCoach
    ? `${until}由你答复退回；你也可以在学员页调整课时`
    : `${until}由教练或你答复退回；教练也可以在学员页调整课时`
}

/** The hours that the reader's own seat holds of a class that has begun and is not completed; else 0. */
function heldByReader(info: InvitationInfo, now: Date): number {
  const { invitationStatus, startsAt, pastReason } = info.invitation
  const isRunning = invitationStatus === 'CONFIRMED' && !pastReason && now.getTime() >= startsAt.getTime()
  return isRunning ? (ownSeat(info)?.heldSessions ?? 0) : 0
}

/** 退回 1.5 课时，另补 0.5 课时: what a player gets of a class whose coach did not come. */
function givesText({ policy }: Pick<InvitationInfo, 'policy'>, hours: number): string {
  const bonus = (policy?.coachAbsentHalves ?? 0) / 2
  return `退回 ${lessonHoursText(hours)} 课时${bonus > 0 ? `，另补 ${lessonHoursText(bonus)} 课时` : ''}`
}

/** The same for who objects: what the class used of their hours, or all that it takes where nothing says it. */
const givesFor = (info: InvitationInfo, userId: string) =>
  givesText(
    info,
    info.responsePlayers.find(({ responderId }) => responderId === userId)?.usedSessions ??
      info.invitation.consumedSessions,
  )

/** For a player whose class has begun: what they get and how, if the coach does not come. */
function CoachAbsent({ info, gives }: { info: InvitationInfo; gives: string }) {
  const [isOpen, setOpen] = useState(false)
  const { coach } = info
  return (
    <>
      <Cell icon="message" title="教练没来？" note={gives} onPress={() => setOpen(true)} />
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title="教练没来"
        foot={
          !coach.isAway && (
            <Button full onPress={() => goTo(userCardPath({ id: coach.id }))}>
              联系教练
            </Button>
          )
        }
      >
        <View className={classNames(styles.form, 'col-12')}>
          <View className="t-body breaks">{`教练没来，${gives}。`}</View>
          <View className="t-sub muted breaks">请教练或公司取消这节课，原因选「教练没来」，课时马上到账。</View>
          <View className="t-sub muted breaks">
            如果课程照常完成并扣了课时，72 小时内回到这里提出异议，勾选「教练没来」，由教练或公司答复；7
            天没有答复由平台处理。
          </View>
        </View>
      </Sheet>
    </>
  )
}

/** When the time ended in which the caller could object to what the class cost; undefined before, and without a cost. */
function endOfObjecting(info: InvitationInfo, now: Date): Date | undefined {
  const { invitation, reqUser } = info
  const isPayer = reqUser.role === 'initiator' || reqUser.role === 'participant'
  if (invitation.completedAt === null || !isPayer || isPaidByOther(info) || !consumedHours(info)?.hours)
    return undefined
  const end = new Date(invitation.completedAt.getTime() + OBJECTION_WITHIN_MS)
  return now.getTime() > end.getTime() ? end : undefined
}

type Asking = { info: InvitationInfo; line: string; answerer?: Named['answerer'] }

/** Whom a player asks about the cost of a class: coach, company, then the platform. Who has answered is not asked again. */
function WhomToAsk({ info: { invitation, coach }, line, answerer = null }: Asking) {
  const contact = useOperator().data?.contact
  return (
    <>
      <View className={classNames(styles.ended, 't-sub muted')}>{line}</View>
      {!coach.isAway && answerer === null && (
        <Cell
          icon="person"
          title={`教练 ${coach.nickname}`}
          note="名片上有联系方式，教练可以调整课时"
          onPress={() => goTo(userCardPath({ id: coach.id }))}
        />
      )}
      {(answerer === null || answerer === 'COACH') && (
        <Cell
          icon="document"
          title={coach.companyName}
          note="合同与课时流水里有这节课的扣课记录，公司可以调整课时"
          onPress={() => goTo(contractPath(invitation.companyId))}
        />
      )}
      {contact && <Cell icon="message" title="平台" note={`教练和公司没有解决的，联系 ${contact}`} />}
    </>
  )
}

type OneProps = {
  objection: Named
  /** What its player gets if the coach did not come. */
  gives: string
}

function Objection({ objection, isOwn, gives }: OneProps & { isOwn: boolean }) {
  const now = useMinute()
  const [isAnswering, setAnswering] = useState(false)
  const { name, state, answer, at, answerer } = objection
  return (
    <View className="col-8 in-8-16">
      <View className="row-8">
        <View className="t-strong">{isOwn ? '我' : name}</View>
        <View className="fill t-caption muted">{momentText(new Date(at), now)}</View>
        <Tag kind={TAGS[state]}>{OBJECTION_STATE_NAMES[state]}</Tag>
      </View>
      <Words objection={objection} gives={gives} />
      {answerer && (
        <View className="t-sub muted breaks">{`${ANSWERER_NAMES[answerer]}答复${answer && `：${answer}`}`}</View>
      )}
      {state === 'OPEN' && isOwn && (
        <View className="t-sub muted breaks">教练或公司会尽快答复；7 天没有答复由平台处理</View>
      )}
      {state === 'OPEN' && !isOwn && (
        <Button size="m" label={`答复 ${name} 的异议`} onPress={() => setAnswering(true)}>
          答复
        </Button>
      )}
      <AnswerSheet open={isAnswering} objection={objection} gives={gives} onClose={() => setAnswering(false)} />
    </View>
  )
}

/** What the player says. Where it is that the coach did not come, also what a yes gives. */
function Words({ objection: { words, coachAbsent, state }, gives }: OneProps) {
  return (
    <>
      <View className="t-body breaks">{coachAbsent ? `教练没来：${words}` : words}</View>
      {coachAbsent && state === 'OPEN' && <View className="t-sub muted breaks">{`成立时${gives}`}</View>}
    </>
  )
}

type AnswerProps = OneProps & { open: boolean; onClose: () => void }

function AnswerSheet({ open, objection, gives, onClose }: AnswerProps) {
  const { id, name } = objection
  const [answer, setAnswer] = useState('')
  const [isRefunded, setRefunded] = useState<boolean>()
  const { act, isPending, refusal } = useAnswerObjection()
  const asksWords = needsWords(objection, false)
  const lacks = asksWords && answer.trim() === '' ? '请写下维持的原因' : undefined
  const send = (isRefund: boolean) => {
    setRefunded(isRefund)
    act({ objectionId: id, isRefunded: isRefund, answer: answer.trim() }, { onShown: onClose })
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`答复 ${name} 的异议`}
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <View className="beside-12">
            <Button
              kind="plain"
              full
              busy={isPending && isRefunded === false}
              disabled={isPending && isRefunded === true}
              lacks={lacks}
              onPress={() => send(false)}
            >
              维持
            </Button>
            <Button
              full
              busy={isPending && isRefunded === true}
              disabled={isPending && isRefunded === false}
              onPress={() => send(true)}
            >
              退回课时
            </Button>
          </View>
        </>
      }
    >
      <View className={classNames(styles.form, 'col-12')}>
        <Words objection={objection} gives={gives} />
        <Field
          label={asksWords ? '给学员的话（维持时必填）' : '给学员的话（选填）'}
          value={answer}
          onInput={setAnswer}
          maxLength={OBJECTION_LENGTH}
          multiline
          hint="退回的课时记入合同流水；答复后不能更改"
        />
      </View>
    </Sheet>
  )
}

function Objecting({ info, until }: { info: InvitationInfo; until: string }) {
  const [isOpen, setOpen] = useState(false)
  const [words, setText] = useState('')
  const [coachAbsent, setCoachAbsent] = useState(false)
  const { act, isPending, refusal } = useObjectToClass(info.invitation.id)
  const close = () => setOpen(false)
  const isEmpty = words.trim() === ''
  return (
    <>
      <Cell
        icon="message"
        title="对扣课有异议，或教练没来"
        note={`${until} 前可以提出`}
        onPress={() => setOpen(true)}
      />
      <Sheet
        open={isOpen}
        onClose={close}
        title="对扣课有异议"
        foot={
          <>
            {refusal && (
              <Notice tone="bad" icon="warning">
                {refusal}
              </Notice>
            )}
            <Button
              full
              busy={isPending}
              lacks={isEmpty ? '请写下原因' : undefined}
              reason="请写下原因"
              onPress={() => act({ words: words.trim(), coachAbsent }, { onShown: close })}
            >
              提交异议
            </Button>
          </>
        }
      >
        <View className={classNames(styles.form, 'col-12')}>
          <Chip onCard on={coachAbsent} onPress={() => setCoachAbsent(!coachAbsent)}>
            教练没来
          </Chip>
          {coachAbsent && (
            <View className="t-sub muted breaks">{`成立时${givesFor(info, info.reqUser.userId ?? '')}`}</View>
          )}
          <Field
            label="原因"
            value={words}
            onInput={setText}
            maxLength={OBJECTION_LENGTH}
            multiline
            placeholder={coachAbsent ? '例如：等到 19:00，教练没有来' : '例如：那天请了假，没有上课'}
            hint="教练和公司会看到并答复；成立时课时退回合同"
          />
        </View>
      </Sheet>
    </>
  )
}
