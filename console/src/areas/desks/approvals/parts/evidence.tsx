import type { Decision } from '@paidang/api/areas/ground/admin-audit'
import type { Endpoint, Input } from '@paidang/api/endpoint'
import { Alert, Flex, Skeleton, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../../../../platform/queries'
import { when } from '../../../../ui/format'
import { Failed } from '../../../../ui/page'

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
