import {
  createString,
  moveString,
  type NewString,
  type StockedString,
  stringsOfMerchant,
  updateString,
} from '@paidang/api/areas/activities/merchant-strings'
import type { Data } from '@paidang/api/endpoint'
import {
  MATERIAL_NAMES,
  MAX_JOB_FEN,
  MAX_STRING_METRES,
  METRES,
  setsOf,
  tenthsBetween,
} from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Col, Form, Input, Row, Select, Switch } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { NumberInput, within, YuanInput, yuanWithin } from '../../../ui/number-input'
import { useAction } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'

const METRES_WITHIN = within({ min: 0, max: MAX_STRING_METRES, decimals: 1, unit: ' 米' })

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const needed = (what: string) => [{ required: true, message: `请填写${what}` }]

type Typed = NewString & { isOffered: boolean }
type StringFormModalProps = { string?: StockedString; isOwner: boolean; onClose: () => void }

/** The form of a new or existing string. Only the owner changes its price. */
export function StringFormModal({ string: latest, isOwner, onClose }: StringFormModalProps) {
  const { doIt } = useAction()
  const create = useWrite(createString, { changes: [stringsOfMerchant] })
  const update = useWrite(updateString, { changes: [stringsOfMerchant] })
  const { seen: string, key, notice, typing } = useSeen(latest)
  const save = ({ sport, metres, isOffered, ...facts }: Typed) => {
    if (!string) return create.mutateAsync({ body: { ...facts, sport, metres } })
    const { id, revision } = string
    return update.mutateAsync({ params: { id }, body: { ...facts, isOffered, revision } })
  }
  const submit = async (typed: Typed) => {
    const done = string ? '球线已修改' : '球线已新增'
    return (await doIt({ run: () => typing.save(() => save(typed)), done })) !== undefined
  }
  return (
    <FormModal<Typed>
      key={key}
      title={string ? `修改 · ${string.brand} ${string.name}` : '新增球线'}
      okText="保存"
      onTyped={typing.onTyped}
      initialValues={string ?? { sport: 'tennis', material: 'POLY', lowStockMetres: 24, metres: 0 }}
      onSubmit={submit}
      onClose={onClose}
    >
      {notice}
      <Row gutter={16}>
        <Col span={12}>
          <Form.Item name="brand" label="品牌" rules={[{ required: true, whitespace: true, message: '请填写品牌' }]}>
            <Input maxLength={20} autoFocus />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
            <Input maxLength={30} />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item name="sport" label="项目" extra={string && '已有流水，项目不能改'}>
            <Select options={options(SPORT_NAMES)} disabled={string !== undefined} />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item name="material" label="材质">
            <Select options={options(MATERIAL_NAMES)} />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item
            name="gauge"
            label="线径"
            rules={[...needed('线径'), within({ min: 0.5, max: 2, decimals: 2, unit: ' mm' })]}
          >
            <NumberInput step={0.01} suffix="mm" />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item name="color" label="颜色" rules={[{ required: true, whitespace: true, message: '请填写颜色' }]}>
            <Input maxLength={10} />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item
            name="halfPriceFen"
            label="半副价格"
            rules={[...needed('价格'), yuanWithin(1, MAX_JOB_FEN)]}
            extra={isOwner ? string && '已下的订单按原价' : '价格由店主修改'}
          >
            <YuanInput disabled={!isOwner} />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item
            name="lowStockMetres"
            label="库存警戒线"
            rules={[...needed('警戒线'), METRES_WITHIN]}
            extra="填 0 表示不提醒"
          >
            <NumberInput suffix="米" />
          </Form.Item>
        </Col>
        {string ? (
          <Col span={24}>
            <Form.Item
              name="isOffered"
              label="在拍档里出售"
              valuePropName="checked"
              extra="下架后不能再选，已下的订单照常穿"
            >
              <Switch checkedChildren="在售" unCheckedChildren="下架" />
            </Form.Item>
          </Col>
        ) : (
          <Col span={12}>
            <Form.Item name="metres" label="首次入库" rules={[...needed('米数'), METRES_WITHIN]}>
              <NumberInput suffix="米" />
            </Form.Item>
          </Col>
        )}
      </Row>
    </FormModal>
  )
}

/** The input: metres that came in, or metres that were counted. */
type Movement = { metres: number; reason: string }

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
  const submit = async ({ metres, reason }: Movement) => {
    const body = { kind: isCount ? ('COUNT' as const) : ('IN' as const), metres, reason, revision }
    const run = () => move.mutateAsync({ params: { id }, body })
    return (await doIt({ run, done: isCount ? bookedOf : () => `已入库 ${metres} 米` })) !== undefined
  }
  const setMetres = METRES[sport].mains + METRES[sport].crosses
  return (
    <FormModal<Movement>
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
          METRES_WITHIN,
          {
            validator: async (_, metres?: number) => {
              if (!isCount && metres === 0) throw new Error('入库须大于 0 米')
            },
          },
        ]}
      >
        <NumberInput suffix="米" autoFocus />
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
