import { whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import type { InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import { OBJECTION_LENGTH } from '@paidang/domain/areas/activities/classes/objection'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Field } from '../../../../ui/field'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Tag } from '../../../../ui/tag'
import { momentText } from '../../../../ui/time-format'
import { useAnswerPast } from '../past-data'
import { type InvitationInfo, joinedPlayers, ownSeat } from './invitation-info'

/** A class of the past is never PENDING, nor does it expire. */
const END_TEXTS: Record<InvitationStatus, string> = {
  PENDING: '待核对',
  CONFIRMED: '待核对',
  COMPLETED: '没有异议',
  CANCELLED: '已作废',
  EXPIRED: '已作废',
}

/** 补录: why the class was entered after it was held, and what its player says to it. Nothing for a class that was booked. */
export function PastCard({ info }: { info: InvitationInfo }) {
  const { invitation, reqUser } = info
  const now = useMinute()
  const answer = useAnswerPast(invitation)
  const [objects, setObjects] = useState(false)
  const [words, setWords] = useState('')
  const { pastReason, invitationStatus, expiresAt, consumedSessions } = invitation
  if (!pastReason) return null
  const isOpen = invitationStatus === 'CONFIRMED'
  const waits = joinedPlayers(info).filter(({ attendance }) => attendance === null)
  const hasAgreed = ownSeat(info)?.attendance != null
  const mayAnswer = whyNot('agree-past', invitation, [reqUser.role], now) === undefined
  const limit = momentText(expiresAt, now)
  const rows = [
    { name: '补录原因', value: pastReason },
    {
      name: '每人课时',
      value: invitationStatus === 'CANCELLED' ? '不扣' : `${lessonHoursText(consumedSessions)} 课时`,
    },
    ...(isOpen ? [{ name: '核对截止', value: limit }] : []),
    ...(isOpen && waits.length > 0
      ? [{ name: '还没答复', value: waits.map(({ responderName }) => responderName).join('、') }]
      : []),
  ]
  const missing = words.trim() === '' ? '请写一句异议的原因' : undefined
  return (
    <Card>
      <CardHead title="补录的课" tail={<Tag kind={isOpen ? 'wait' : 'mute'}>{END_TEXTS[invitationStatus]}</Tag>} />
      <View className="col-12">
        <KeyValues rows={rows} />
        {isOpen && (
          <View className="t-sub muted">{`学员都同意后扣课时；${limit} 前没有异议，自动扣课时；有异议就作废，不扣课时`}</View>
        )}
        {answer.refusal && <Notice tone="bad">{answer.refusal}</Notice>}
        {mayAnswer && hasAgreed && <View className="t-sub muted">你已同意，等其他学员答复</View>}
        {mayAnswer && objects && (
          <Field
            label="异议的原因（教练会看到）"
            value={words}
            onInput={setWords}
            maxLength={OBJECTION_LENGTH}
            placeholder="例如：那天没有上课"
            multiline
          />
        )}
        {mayAnswer && (
          <View className="beside-8">
            {objects ? (
              <>
                <Button kind="plain" full disabled={answer.isPending} onPress={() => setObjects(false)}>
                  再想想
                </Button>
                <Button
                  kind="danger"
                  full
                  busy={answer.isPending}
                  lacks={missing}
                  onPress={() => answer.act({ agree: false, words: words.trim() })}
                >
                  提交异议
                </Button>
              </>
            ) : (
              <>
                <Button kind="plain" full disabled={answer.isPending} onPress={() => setObjects(true)}>
                  有异议
                </Button>
                {!hasAgreed && (
                  <Button full busy={answer.isPending} onPress={() => answer.act({ agree: true })}>
                    同意
                  </Button>
                )}
              </>
            )}
          </View>
        )}
      </View>
    </Card>
  )
}
