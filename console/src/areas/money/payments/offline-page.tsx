import {
  listOfflineEntries,
  type OfflineSettings,
  readOfflineSettings,
  saveOfflineSettings,
} from '@paidang/api/areas/money/admin-offline'
import { MAX_OFFLINE_FEN, MAX_RECEIPT_NO } from '@paidang/domain/areas/money/payments/offline'
import { App, Button, Card, Form, Input, Switch } from 'antd'
import { useNavigate } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { DataTable } from '../../../ui/data-table'
import { money } from '../../../ui/format'
import { YuanInput, yuanWithin } from '../../../ui/number-input'
import { Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'
import { useFeatures } from '../../ground/features/features'
import { REQUEST_STATE_FILTER, useOwnPassword } from '../../ground/money-requests/requests'
import { allColumns } from './offline-entries'

/** The front desk: an order is found by its number, and all entries are below. */
export function OfflinePage() {
  const navigate = useNavigate()
  const { message } = App.useApp()
  const { data } = useRead(readOfflineSettings, {})
  const { isRefused, notice } = useOwnPassword()
  const limit = data ? `；超过 ${money(data.limitFen)} 须另一位运营主管复核` : ''
  return (
    <Page
      title="前台收款"
      about={`现金和转账由前台登记，收退款都要收据号${limit}`}
      actions={<Button onClick={() => navigate('/offline/settings')}>收款设置</Button>}
    >
      {notice}
      {data?.isOffered && (
        <Input.Search
          style={{ maxWidth: 360 }}
          aria-label="付款人报的订单号"
          placeholder="输入付款人报的订单号"
          enterButton="去登记收款"
          maxLength={18}
          inputMode="numeric"
          onSearch={(typed) => {
            const id = typed.normalize('NFKC').trim()
            if (/^[1-9]\d*$/.test(id)) navigate(`/payments/${id}`)
            else if (id !== '') message.warning('请输入订单号，只有数字')
          }}
        />
      )}
      <DataTable
        endpoint={listOfflineEntries}
        rowKey={({ id }) => id}
        what="登记"
        empty={
          data?.isOffered
            ? '还没有登记。付款人到前台付了现金或转账，在上面输入订单号登记'
            : '还没有登记。退还线下付的钱时，在退款里登记'
        }
        filters={[
          REQUEST_STATE_FILTER,
          { kind: 'text', name: 'orderId', label: '订单号', maxLength: 19, isId: true },
          { kind: 'text', name: 'receiptNo', label: '收据号', maxLength: MAX_RECEIPT_NO },
        ]}
        columns={allColumns(isRefused)}
      />
    </Page>
  )
}

/** How the front desk takes money; a senior changes it. */
export function OfflineSettingsPage() {
  const read = useRead(readOfflineSettings, {})
  if (!read.data || read.isError) return <Opening name="收款设置" list="/offline" read={read} />
  return (
    <Page title="收款设置" about="由运营主管设置；等待复核的登记按登记时的上限">
      <SettingsCard settings={read.data} />
    </Page>
  )
}

type Typed = Pick<OfflineSettings, 'limitFen' | 'isAllowed' | 'transferNote'>

function SettingsCard({ settings }: { settings: OfflineSettings }) {
  const { doIt } = useAction()
  const has = useFeatures()
  const isSenior = useSession(({ staff }) => staff?.role === 'senior')
  const { seen, key, notice, typing } = useSeen(settings)
  const save = useWrite(saveOfflineSettings, { changes: [readOfflineSettings] })
  const submit = async (typed: Partial<Typed>) => {
    const { limitFen, isAllowed, transferNote, revision } = { ...seen, ...typed }
    const run = () => save.mutateAsync({ body: { limitFen, isAllowed, transferNote, revision } })
    await doIt({ run: () => typing.save(run), done: '设置已保存' })
  }
  return (
    <Card style={{ maxWidth: 560 }}>
      {notice}
      <Form<Typed>
        key={key}
        layout="vertical"
        requiredMark={false}
        disabled={!isSenior}
        initialValues={seen}
        onValuesChange={typing.onTyped}
        onFinish={submit}
      >
        <Form.Item
          name="limitFen"
          label="一人可登记的上限"
          extra="不超过它的收款和退还一人登记即生效，超过的须两人；填 0 则每一笔都要两人"
          rules={[{ required: true, message: '请填写上限，每一笔都要两人填 0' }, yuanWithin(0, MAX_OFFLINE_FEN)]}
        >
          <YuanInput />
        </Form.Item>
        {has('wechatPay') && (
          <Form.Item
            name="isAllowed"
            label="微信支付之外也在前台收款"
            valuePropName="checked"
            extra="没有微信支付时，前台总是收款"
          >
            <Switch />
          </Form.Item>
        )}
        <Form.Item name="transferNote" label="转账说明" extra="付款人会看到：账户名、账号、要写的附言">
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
        {isSenior && (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            保存
          </Button>
        )}
      </Form>
    </Card>
  )
}
