import type { Decision } from '@paidang/api/areas/ground/admin-audit'
import type { Endpoint, Input } from '@paidang/api/endpoint'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Alert, Button, Flex, Skeleton, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../platform/queries'
import { ReasonModal } from '../../../ui/form-modal'
import { when } from '../../../ui/format'
import { Failed } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

/** The result of an item in the list; none while it waits. */
export function verdictTag(approveStatus: number): { tag?: { text: string; color: string } } {
  if (approveStatus === APPROVAL.APPROVED) return { tag: { text: '已通过', color: 'green' } }
  return approveStatus === APPROVAL.REJECTED ? { tag: { text: '已拒绝', color: 'default' } } : {}
}

type EvidenceProps<Whole> = {
  read: { data: Whole | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  children: (whole: Whole) => ReactNode
}

/** Reads one object by its id. */
export function useOne<E extends Endpoint>(endpoint: E, id: string) {
  return useRead(endpoint, { params: { id } } as unknown as Input<E>)
}

/** The evidence about one object, once it is read. The evidence of the object before is not shown for it. */
export function Evidence<Whole>({ read, children }: EvidenceProps<Whole>) {
  const { data, error, isPlaceholderData, refetch } = read
  if (data && !isPlaceholderData) return children(data)
  return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 8 }} />
}

/** Title and kind of the object. */
export function Head({ title, line }: { title: string; line: ReactNode }) {
  return (
    <div style={{ marginBottom: 16 }}>
      <Typography.Title level={2} style={{ fontSize: 20, margin: 0 }}>
        {title}
      </Typography.Title>
      <Typography.Text type="secondary">{line}</Typography.Text>
    </div>
  )
}

/** A part of the evidence with its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section style={{ marginTop: 20 }}>
      <Typography.Title level={3} style={{ fontSize: 15 }}>
        {title}
      </Typography.Title>
      {children}
    </section>
  )
}

type DecidedProps = { decision: Decision; isApproved: boolean; text: string }

/** The decision, with person and reason. */
export function Decided({ decision: { by, at, reason }, isApproved, text }: DecidedProps) {
  return (
    <Alert
      type={isApproved ? 'success' : 'warning'}
      showIcon
      style={{ marginTop: 20 }}
      title={
        <Flex justify="space-between" gap={12} wrap>
          <span>{text}</span>
          <span>
            {by ?? '场馆管理者'} · {when(at)}
          </span>
        </Flex>
      }
      description={reason === '' ? undefined : `原因：${reason}`}
    />
  )
}

/** The names of a refusal, and the messages after it. */
const REFUSED = { 拒绝: '已拒绝', 不通过: '未通过' } as const

type VerdictBarProps = {
  /** The person or object to decide about, as the questions name it. */
  name: string
  refusal?: keyof typeof REFUSED
  /** The effect of an approval, and of a refusal; the requester reads the reason. */
  approveEffect: string
  rejectEffect: string
  /** A warning for an irreversible approval, which is asked for first. */
  finality?: string
  decide: (verdict: { approve: boolean; reason?: string }) => Promise<unknown>
  onDecided: () => void
}

/**
 * 通过 and 拒绝, or another name of a refusal, below the evidence. A refusal asks for its reason, and an irreversible
 * approval asks first.
 */
export function VerdictBar({
  name,
  refusal = '拒绝',
  approveEffect,
  rejectEffect,
  finality,
  decide,
  onDecided,
}: VerdictBarProps) {
  const { doIt, doAfterAsking } = useAction()
  const [isBusy, setIsBusy] = useState(false)
  const [isRejecting, setIsRejecting] = useState(false)
  const run = async (verdict: { approve: boolean; reason?: string }) => {
    const answer = await doIt({
      run: () => decide(verdict),
      done: verdict.approve ? `已通过「${name}」` : `${REFUSED[refusal]}「${name}」`,
    })
    if (answer !== undefined) onDecided()
    return answer !== undefined
  }
  const approve = async () => {
    setIsBusy(true)
    await run({ approve: true })
    setIsBusy(false)
  }
  const askToApprove = () =>
    doAfterAsking({
      title: `通过「${name}」？`,
      effect: `${approveEffect}；${finality}`,
      okText: '通过',
      run: () => decide({ approve: true }).then(onDecided),
      done: `已通过「${name}」`,
    })
  return (
    <Flex gap={12} align="center" className="inbox-verdict">
      <Button type="primary" loading={isBusy} onClick={() => (finality ? askToApprove() : void approve())}>
        通过
      </Button>
      <Button danger disabled={isBusy} onClick={() => setIsRejecting(true)}>
        {refusal}
      </Button>
      <Typography.Text type="secondary">{approveEffect}</Typography.Text>
      {isRejecting && (
        <ReasonModal
          title={`${refusal}「${name}」`}
          effect={rejectEffect}
          okText={refusal}
          isDangerous
          onOk={(reason) => run({ approve: false, reason })}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </Flex>
  )
}
