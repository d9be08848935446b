import type { ShopAction } from '@paidang/domain/areas/activities/stringing/board'
import { type ReactNode, useState } from 'react'
import { REFUND_WAY } from '../../../ui/format'
import { ReasonModal } from '../../../ui/reason-modal'
import { AcceptModal } from './accept-modal'
import { HandOverModal } from './hand-over-modal'
import { IntakeModal } from './intake-modal'
import type { ActionFormProps, Job } from './job'
import { useShopAction } from './job-calls'
import { ReadyModal } from './ready-modal'
import { StartModal } from './start-modal'

type Asked = { job: Job; action: ShopAction }

/**
 * The actions on jobs: `ask` opens the form of an action, and `form` is the element to render. Nothing changes before
 * the server has answered. `onReceived` is called when a racket came in.
 */
export function useJobActions({ onReceived }: { onReceived: (id: string) => void }): {
  ask: (job: Job, action: ShopAction) => void
  form: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return {
    ask: (job, action) => setAsked({ job, action }),
    form: asked && (
      <ActionForm key={`${asked.job.id} ${asked.action}`} {...asked} onClose={close} onReceived={onReceived} />
    ),
  }
}

function ActionForm({
  action,
  onReceived,
  ...props
}: Asked & { onClose: () => void; onReceived: (id: string) => void }) {
  switch (action) {
    case 'accept':
      return <AcceptModal {...props} />
    case 'receive':
      return <IntakeModal {...props} onReceived={onReceived} />
    case 'start':
      return <StartModal {...props} />
    case 'ready':
      return <ReadyModal {...props} />
    case 'handOver':
    case 'giveBack':
      return <HandOverModal action={action} {...props} />
    case 'refuse':
      return <RefuseModal {...props} />
  }
}

function RefuseModal({ job, onClose }: ActionFormProps) {
  const refuse = useShopAction('refuse', `已拒单，${job.orderNo} 的货款全额退回`)
  return (
    <ReasonModal
      title={`拒单：${job.racketName}（${job.customer.nickname}）`}
      effect={`订单取消，货款全额退回：${REFUND_WAY}。预留的球线放回库存；球拍已在店里的，还要退还给他。不能撤销；原因会发给顾客。`}
      okText="拒单并退款"
      isDangerous
      maxLength={100}
      onOk={async (reason) => (await refuse(job, { reason })) !== 'refused'}
      onClose={onClose}
    />
  )
}
