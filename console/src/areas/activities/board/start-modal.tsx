import { FormModal } from '../../../ui/form-modal'
import type { ActionFormProps } from './job'
import { useShopAction } from './job-calls'
import { titleOfAction } from './job-labels'

/** Starts the stringing; from then on the order cannot be cancelled. */
export function StartModal({ job, onClose }: ActionFormProps) {
  const start = useShopAction('start', '已开始穿线')
  const isFromStock = job.mains.source === 'SHOP' || job.crosses.source === 'SHOP'
  return (
    <FormModal<object>
      title={titleOfAction('开始穿线', job)}
      effect={`${isFromStock ? '球线从库存扣减；' : '用顾客自带的线，不动库存；'}开始后顾客不能取消，也不能再拒单退款。`}
      okText="开始穿线"
      onSubmit={async () => (await start(job, {})) !== 'refused'}
      onClose={onClose}
    />
  )
}
