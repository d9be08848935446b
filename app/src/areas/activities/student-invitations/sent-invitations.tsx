import type { StudentInvitation } from '@paidang/api/areas/activities/student-invitations'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { studentPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { ListEnd, useNextPageAtBottom } from '../../../ui/paged-list'
import { Sheet } from '../../../ui/sheet'
import { Tag, type TagKind } from '../../../ui/tag'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { InvitationLink, type SentLink } from './link-card'
import styles from './student-invitations.module.scss'
import { useRenewInvitation, useStudentInvitations, useWithdrawStudentInvitation } from './student-invitations-data'

const TAGS: Record<StudentInvitation['state'], { kind: TagKind; text: string }> = {
  PENDING: { kind: 'wait', text: '待接受' },
  ACCEPTED: { kind: 'ok', text: '已接受' },
  WITHDRAWN: { kind: 'mute', text: '已撤回' },
  EXPIRED: { kind: 'mute', text: '已过期' },
}

type Props = {
  /** The new link of a renewed invitation, while the coach looks at it. */
  renewed: SentLink | undefined
  onRenewed: (link: SentLink) => void
  /** The sheet of the new link was closed, or an invitation was withdrawn. */
  onEnd: () => void
}

/** 发出的邀请: the coach's invitations, the latest first. Nothing is shown before the first one. */
export function SentInvitations({ renewed, onRenewed, onEnd }: Props) {
  const { data: coach } = useOwnCoachView()
  const sent = useStudentInvitations()
  useNextPageAtBottom(sent)
  const rows = sent.data?.rows ?? []
  if (!sent.data && sent.cause)
    return <ErrorBlock compact title="邀请没有取到" cause={sent.cause} onRetry={sent.refetch} />
  if (rows.length === 0) return null
  return (
    <Card flush>
      <CardHead title="发出的邀请" tail="7 天内有效" inset />
      {rows.map((one) => (
        <SentRow key={one.id} invitation={one} onRenewed={onRenewed} onWithdrawn={onEnd} />
      ))}
      <ListEnd list={sent} of="邀请" />
      <Sheet open={renewed !== undefined} onClose={onEnd} title="新链接">
        <View className={styles.sheet}>
          {renewed && <InvitationLink link={renewed} coachName={coach?.nickname ?? ''} />}
        </View>
      </Sheet>
    </Card>
  )
}

type RowProps = { invitation: StudentInvitation; onRenewed: (link: SentLink) => void; onWithdrawn: () => void }

function SentRow({ invitation, onRenewed, onWithdrawn }: RowProps) {
  const { id, name, phone, state, student, course, expiresAt } = invitation
  const renew = useRenewInvitation()
  const withdraw = useWithdrawStudentInvitation()
  const who = name || student?.nickname || phone
  const ask = async () => {
    const isSure = await confirm({
      title: `撤回给${who}的邀请？`,
      line: '发出的链接将失效',
      confirmText: '撤回',
      danger: true,
    })
    if (isSure) withdraw.act({ params: { id }, body: {} }, { onDone: onWithdrawn })
  }
  const until = `${monthDotDay(dayOf(new Date(expiresAt)))} 前有效`
  const facts = [who === phone ? undefined : phone, course?.name, state === 'PENDING' ? until : undefined]
  return (
    <>
      <Cell
        icon="person"
        title={who}
        note={<WrappedFacts>{facts.filter((fact): fact is string => Boolean(fact))}</WrappedFacts>}
        value={<Tag kind={TAGS[state].kind}>{TAGS[state].text}</Tag>}
        {...(student && { onPress: () => goTo(studentPath(student.id)), label: `查看学员${who}` })}
      />
      {!student && (
        <View className="chips-12-8 in-0-16">
          <Button
            kind="plain"
            size="s"
            busy={renew.isPending}
            label={`给${who}换新链接`}
            onPress={() => renew.act({ params: { id }, body: {} }, { onDone: onRenewed })}
          >
            换新链接
          </Button>
          {state === 'PENDING' && (
            <Button kind="plain" size="s" busy={withdraw.isPending} label={`撤回给${who}的邀请`} onPress={ask}>
              撤回
            </Button>
          )}
        </View>
      )}
    </>
  )
}
