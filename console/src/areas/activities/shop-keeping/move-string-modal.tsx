import { moveString, type StockedString, stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import type { Data } from '@paidang/api/endpoint'
import { METRES, setsOf, tenthsBetween } from '@paidang/domain/areas/activities/stringing/string-job'
import { Form, Input, InputNumber } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

/** The input: metres that came in, or metres that were counted. */
type Typed = { metres: number; reason: string }

type MoveStringModalProps = { string: StockedString; kind: 'in' | 'count'; onClose: () => void }

/**
 * String comes in, or is counted. The server books the difference to its stock at that moment, and the result is
 * shown.
 */
export function MoveStringModal({ string, kind, onClose }: MoveStringModalProps) {
  const { doIt } = useAction()
  const move = useWrite(moveString, { changes: [stringsOfMerchant] })
  const isCount = kind === 'count'
  const { id, brand, name, stockMetres, sport, revision } = string
  const submit = async ({ metres, reason }: Typed) => {
    const body = { kind: isCount ? ('COUNT' as const) : ('IN' as const), metres, reason, revision }
    const run = () => move.mutateAsync({ params: { id }, body })
    return (await doIt({ run, done: isCount ? bookedOf : '库存已更新' })) !== undefined
  }
  const setMetres = METRES[sport].mains + METRES[sport].crosses
  return (
    <FormModal<Typed>
      title={`${isCount ? '盘点' : '入库'} · ${brand} ${name}`}
      effect={`现在在库 ${stockMetres} 米（约 ${setsOf(stockMetres, sport)} 副，一副 ${setMetres} 米）。${
        isCount ? '填写实际清点到的米数，差额记入流水。' : '入库会增加在库和可用的米数。'
      }`}
      okText={isCount ? '更正库存' : '入库'}
      initialValues={{ reason: isCount ? '' : '到货' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="metres"
        label={isCount ? '实际米数' : '入库米数'}
        rules={[
          { required: true, message: '请填写米数' },
          {
            validator: async (_, metres?: number) => {
              if (!isCount && metres === 0) throw new Error('入库须大于 0 米')
            },
          },
        ]}
      >
        <InputNumber min={0} max={10_000} precision={1} suffix="米" style={{ width: '100%' }} autoFocus />
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
        extra={isCount ? '例如：月末盘点、断线报废' : undefined}
      >
        <Input maxLength={100} />
      </Form.Item>
    </FormModal>
  )
}

/** The effect of a count: the stock at that moment may differ from the one on screen. */
function bookedOf({ stockMetres, movedMetres }: Data<typeof moveString>): string {
  if (movedMetres === 0) return `与账面一致（${stockMetres} 米），不用更正`
  const before = tenthsBetween(movedMetres, stockMetres)
  return `已更正：账面 ${before} 米改为 ${stockMetres} 米（${movedMetres > 0 ? '+' : ''}${movedMetres} 米）`
}
