import {
  correctStringingParcel,
  getStringingOrderOfMerchant,
  type StringingOrder,
} from '@paidang/api/areas/activities/stringing-orders'
import type { ShopAction } from '@paidang/domain/areas/activities/stringing/board'
import { DatePicker, Form, Input, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { CheckBoxes } from '../../../ui/check-boxes'
import { FormModal, ReasonModal } from '../../../ui/form-modal'
import { REFUND_WAY } from '../../../ui/format'
import { type Picture, UploadPictures } from '../../../ui/pictures'
import { trackingRules } from '../../../ui/tracking-rules'
import { useAction } from '../../../ui/use-action'
import { type ActionFormProps, type Job, MAX_PHOTOS, usePhotoUpload, useShopAction } from './job-calls'
import { titleOfAction } from './job-labels'

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

/** The shop accepts a job, and gives the expected time. */
function AcceptModal({ job, onClose }: ActionFormProps) {
  const accept = useShopAction('accept', `已接单，${job.customer.nickname} 会收到通知`)
  return (
    <FormModal<Expecting & { remark?: string }>
      title={titleOfAction('接单', job)}
      effect={job.handIn === 'COURIER' ? '顾客会收到通知，并等待上门取拍。' : '顾客会收到通知，请他送拍到店。'}
      okText="接单"
      initialValues={expectingOf(job)}
      onSubmit={async ({ remark, ...values }) =>
        (await accept(job, { ...expectedOf(values), ...(remark?.trim() && { remark: remark.trim() }) })) !== 'refused'
      }
      onClose={onClose}
    >
      <ExpectedField />
      <Form.Item name="remark" label="给顾客的话（选填）">
        <Input maxLength={200} autoFocus />
      </Form.Item>
    </FormModal>
  )
}

/** The expected time of a racket, as a field `expectedAt` of a form. */
function ExpectedField() {
  const at = (days: number, hour: number) => dayjs().add(days, 'day').hour(hour).minute(0).second(0).millisecond(0)
  const presets = [
    { label: '两小时后', value: () => dayjs().add(2, 'hour').second(0).millisecond(0) },
    { label: '今天 18:00', value: () => at(0, 18) },
    { label: '明天 12:00', value: () => at(1, 12) },
    { label: '明天 18:00', value: () => at(1, 18) },
  ]
  return (
    <Form.Item
      name="expectedAt"
      label="预计可取（选填，会告诉顾客）"
      rules={[
        {
          validator: async (_, value: Dayjs | null | undefined) => {
            if (value?.isBefore(dayjs())) throw new Error('请选择将来的时间')
          },
        },
      ]}
    >
      <DatePicker
        aria-label="预计可取"
        showTime={{ format: 'HH:mm', minuteStep: 10 }}
        format="YYYY-MM-DD HH:mm"
        presets={presets}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}

/** Values of a form with that field. */
type Expecting = { expectedAt?: Dayjs | null }

/** The field as the server takes it: empty without a value. */
function expectedOf({ expectedAt }: Expecting): { expectedAt?: string } {
  return expectedAt ? { expectedAt: expectedAt.toISOString() } : {}
}

/** The initial value of the field: the time given before, or the player's requested time. Empty if that is past. */
function expectingOf({ expectedAt, dueAt }: { expectedAt: string | null; dueAt: string | null }): Expecting {
  const said = expectedAt ?? dueAt
  return said !== null && dayjs(said).isAfter(dayjs()) ? { expectedAt: dayjs(said) } : {}
}

/** The server's limit. Source: `receiveStringingOrder` */
const MAX_CONDITION = 200

/** The checklist for a racket that comes in; unticked points are in order. */
const FAULTS = ['拍框裂痕', '拍框掉漆', '护线管破损', '手胶磨损', '拍柄松动', '旧线已断', '带减震器', '带拍套'] as const

type Intake = Expecting & { faults?: string[]; words?: string; photos?: Picture[] }

/** The condition of a racket, in one sentence: 拍框掉漆、带减震器；拍头磕碰. Without any fault it is in order. */
function conditionOf({ faults = [], words = '' }: Pick<Intake, 'faults' | 'words'>): string {
  return [faults.join('、'), words.trim()].filter(Boolean).join('；') || '外观完好'
}

/** Takes a racket into the shop: its condition, with photos, and the expected time. */
function IntakeModal({ job, onClose, onReceived }: ActionFormProps & { onReceived: (id: string) => void }) {
  const receive = useShopAction('receive', `已收拍，${job.customer.nickname} 会收到检查结果`)
  const upload = usePhotoUpload()
  return (
    <FormModal<Intake>
      title={titleOfAction('收拍', job)}
      effect="检查结果和照片会发给顾客，作为球拍状况的凭据。收拍后打印标签。"
      okText="收拍并打印标签"
      width={640}
      initialValues={expectingOf(job)}
      onSubmit={async (values) => {
        const photos = (values.photos ?? []).map(({ relativePath }) => relativePath)
        const body = { condition: conditionOf(values), photos, ...expectedOf(values) }
        const end = await receive(job, body)
        if (end === 'done') onReceived(job.id)
        return end !== 'refused'
      }}
      onClose={onClose}
    >
      <Form.Item name="faults" label="检查（不勾选即为完好）">
        <CheckBoxes aria-label="检查" options={FAULTS.map((fault) => ({ value: fault, label: fault }))} />
      </Form.Item>
      <Form.Item
        name="words"
        label="说明（选填）"
        dependencies={['faults']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, words?: string) => {
              const condition = conditionOf({ faults: getFieldValue('faults'), words: words ?? '' })
              if (condition.length > MAX_CONDITION) throw new Error(`检查结果最多 ${MAX_CONDITION} 字`)
            },
          }),
        ]}
      >
        <Input.TextArea rows={2} placeholder="如：拍头两点钟方向有磕碰" autoFocus />
      </Form.Item>
      <Form.Item name="photos" label="照片（选填）">
        <UploadPictures label="球拍照片" max={MAX_PHOTOS} hasCover={false} upload={upload} />
      </Form.Item>
      <ExpectedField />
    </FormModal>
  )
}

/** Starts the stringing; from then on the order cannot be cancelled. */
function StartModal({ job, onClose }: ActionFormProps) {
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

type Finished = { photos?: Picture[]; remark?: string }

/** Marks a racket as strung. */
function ReadyModal({ job, onClose }: ActionFormProps) {
  const finish = useShopAction('ready', `已穿好，${job.customer.nickname} 会收到通知`)
  const upload = usePhotoUpload()
  return (
    <FormModal<Finished>
      title={titleOfAction('穿好了', job)}
      effect={
        job.handIn === 'COURIER' ? '顾客会收到通知：球拍已穿好，即将送回。' : '顾客会收到通知和取拍码，凭码到店取拍。'
      }
      okText="通知顾客"
      onSubmit={async ({ photos = [], remark }) => {
        const paths = photos.map(({ relativePath }) => relativePath)
        const body = { ...(paths.length > 0 && { photos: paths }), ...(remark?.trim() && { remark: remark.trim() }) }
        return (await finish(job, body)) !== 'refused'
      }}
      onClose={onClose}
    >
      <Form.Item name="remark" label="给顾客的话（选填）">
        <Input maxLength={200} placeholder="如：建议 20 小时后换线" autoFocus />
      </Form.Item>
      <Form.Item name="photos" label="成品照片（选填）">
        <UploadPictures label="成品照片" max={MAX_PHOTOS} hasCover={false} upload={upload} />
      </Form.Item>
    </FormModal>
  )
}

type Way = 'CODE' | 'COURIER'
type HandOver = { way: Way; pickupCode?: string; trackingNo?: string; remark?: string }

const WAYS = [
  { value: 'COURIER', label: '快递寄回' },
  { value: 'CODE', label: '顾客自取' },
]

const WORDS = {
  handOver: {
    title: '交付球拍',
    effect: '交付后订单完成，顾客可以评价。不能撤销。',
    okText: '确认交付',
    done: '已交付，订单完成',
  },
  giveBack: {
    title: '退还球拍',
    effect: '订单已取消，球拍退还顾客，之后不再显示他的联系方式。不能撤销。',
    okText: '确认退还',
    done: '球拍已退还',
  },
}

/** Returns a racket, strung or not: whoever collects it gives a code, a courier has a tracking number. */
function HandOverModal({ job, action, onClose }: ActionFormProps & { action: keyof typeof WORDS }) {
  const { title, effect, okText, done } = WORDS[action]
  const handOver = useShopAction(action, done)
  const isCourier = job.handIn === 'COURIER'
  return (
    <FormModal<HandOver>
      title={titleOfAction(title, job)}
      effect={effect}
      okText={okText}
      initialValues={{ way: isCourier ? 'COURIER' : 'CODE' }}
      onSubmit={async ({ way, pickupCode = '', trackingNo = '', remark }) => {
        const shown = way === 'CODE' ? { pickupCode: pickupCode.trim() } : { trackingNo: trackingNo.trim() }
        return (await handOver(job, { ...shown, ...(remark?.trim() && { remark: remark.trim() }) })) !== 'refused'
      }}
      onClose={onClose}
    >
      <Form.Item name="way" label="交付方式" hidden={!isCourier}>
        <Segmented options={WAYS} />
      </Form.Item>
      <Form.Item noStyle dependencies={['way']}>
        {({ getFieldValue }) =>
          getFieldValue('way') === 'COURIER' ? (
            <Form.Item name="trackingNo" label="快递单号" rules={trackingRules}>
              <Input maxLength={40} autoFocus />
            </Form.Item>
          ) : (
            <Form.Item
              name="pickupCode"
              label="取拍码（请顾客出示）"
              rules={[{ required: true, pattern: /^\s*\d{4}\s*$/, message: '请填写四位取拍码' }]}
            >
              <Input inputMode="numeric" autoComplete="off" maxLength={10} autoFocus />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）">
        <Input maxLength={200} />
      </Form.Item>
    </FormModal>
  )
}

/** Corrects the tracking number of a racket on its way. */
export function CorrectTrackingModal({ order, onClose }: { order: StringingOrder; onClose: () => void }) {
  const { doIt } = useAction()
  const correct = useWrite(correctStringingParcel, { changes: [getStringingOrderOfMerchant] })
  return (
    <FormModal<{ trackingNo: string }>
      title={titleOfAction('更正快递单号', order)}
      effect="顾客会收到新的单号，原来的单号留在进度里。"
      okText="更正"
      initialValues={{ trackingNo: order.trackingNo }}
      onSubmit={async ({ trackingNo }) => {
        const run = () => correct.mutateAsync({ params: { id: order.id }, body: { trackingNo } })
        return (await doIt({ run, done: '已更正，顾客已收到新的单号' })) !== undefined
      }}
      onClose={onClose}
    >
      <Form.Item name="trackingNo" label="快递单号" rules={trackingRules}>
        <Input maxLength={40} autoFocus />
      </Form.Item>
    </FormModal>
  )
}
