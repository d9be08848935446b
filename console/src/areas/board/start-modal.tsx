import { FormModal } from '../../ui/form-modal'
import type { DeedFormProps } from './job'
import { useShopDeed } from './job-calls'
import { titleOfDeed } from './job-words'

/** Stringing begins; from here on nobody takes the order back. */
export function StartModal({ job, onClose }: DeedFormProps) {
  const start = useShopDeed('start', '已开始穿线')
  const isFromStock = job.mains.source === 'SHOP' || job.crosses.source === 'SHOP'
  return (
    <FormModal<object>
      title={titleOfDeed('开始穿线', job)}
      effect={`${isFromStock ? '球线从库存扣减；' : '用顾客自带的线，不动库存；'}开始后顾客不能取消，也不能再拒单退款。`}
      okText="开始穿线"
      onSubmit={async () => (await start(job.id, {})) !== 'refused'}
      onClose={onClose}
    />
  )
}
