import type { ShopDeed } from '@paidang/domain/areas/stringing/board'
import { type ReactNode, useState } from 'react'
import { ReasonModal } from '../../ui/reason-modal'
import { REFUND_WAY } from '../../ui/words'
import { AcceptModal } from './accept-modal'
import { HandOverModal } from './hand-over-modal'
import { IntakeModal } from './intake-modal'
import type { DeedFormProps, Job } from './job'
import { useShopDeed } from './job-calls'
import { ReadyModal } from './ready-modal'
import { StartModal } from './start-modal'

type Asked = { job: Job; deed: ShopDeed }

/**
 * How pages do things to jobs: `ask` opens the form of a deed, `form` is what is then drawn. Nothing moves before the server
 * answered. `onReceived` hears that a racket came in.
 */
export function useJobDeeds({ onReceived }: { onReceived: (id: string) => void }): {
  ask: (job: Job, deed: ShopDeed) => void
  form: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return {
    ask: (job, deed) => setAsked({ job, deed }),
    form: asked && (
      <DeedForm key={`${asked.job.id} ${asked.deed}`} {...asked} onClose={close} onReceived={onReceived} />
    ),
  }
}

function DeedForm({ deed, onReceived, ...props }: Asked & { onClose: () => void; onReceived: (id: string) => void }) {
  switch (deed) {
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
      return <HandOverModal deed={deed} {...props} />
    case 'refuse':
      return <RefuseModal {...props} />
  }
}

function RefuseModal({ job, onClose }: DeedFormProps) {
  const refuse = useShopDeed('refuse', `已拒单，${job.orderNo} 的货款全额退回`)
  return (
    <ReasonModal
      title={`拒单：${job.racketName}（${job.customer.nickname}）`}
      effect={`订单取消，货款全额退回：${REFUND_WAY}。预留的球线放回库存；球拍已在店里的，还要退还给他。不能撤销；原因会发给顾客。`}
      okText="拒单并退款"
      isDangerous
      maxLength={100}
      onOk={async (reason) => (await refuse(job.id, { reason })) !== 'refused'}
      onClose={onClose}
    />
  )
}
