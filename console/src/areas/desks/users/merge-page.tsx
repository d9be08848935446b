import { compareUsers } from '@paidang/api/areas/desks/admin-users'
import { MAX_TYPED_PHONE, plainPhone } from '@paidang/domain/kernel/phone'
import { Button, Card, Flex, Form, Input, Spin } from 'antd'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { Page } from '../../../ui/page'
import { MergeQuestion } from './merge-question'

type Named = { from: string; into: string }

const FORM_RULES = [
  { required: true, pattern: /^[0-9]{1,19}$/, transform: plainPhone, message: '请填写编号或完整手机号' },
]

/** Merges two accounts of one person, after a comparison side by side. Both ids are in the address. */
export function MergePage() {
  const [params, setParams] = useSearchParams()
  const [from, into] = [params.get('from') ?? '', params.get('into') ?? '']
  return (
    <Page title="合并账号" about="只有注册后还没有任何业务的账号可以并入另一个">
      <Card>
        <Form<Named>
          key={`${from} ${into}`}
          layout="inline"
          requiredMark={false}
          initialValues={{ from, into }}
          onFinish={(named) => setParams({ from: named.from, into: named.into })}
        >
          <Form.Item name="from" label="并入并消失的账号" rules={FORM_RULES}>
            <Input placeholder="编号或手机号" maxLength={MAX_TYPED_PHONE} />
          </Form.Item>
          <Form.Item name="into" label="保留的账号" rules={FORM_RULES}>
            <Input placeholder="编号或手机号" maxLength={MAX_TYPED_PHONE} />
          </Form.Item>
          <Flex gap={8}>
            <Button type="primary" htmlType="submit">
              对比
            </Button>
            <Button onClick={() => setParams({ from: into, into: from })}>对调</Button>
          </Flex>
        </Form>
      </Card>
      {from !== '' && into !== '' && <Comparison key={`${from} ${into}`} from={from} into={into} />}
    </Page>
  )
}

function Comparison({ from, into }: Named) {
  const read = useRead(compareUsers, { query: { from, into } })
  if (read.isError) return <Failed error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || read.isPlaceholderData) return <Spin className="shell-wait" />
  return <MergeQuestion merging={read.data} />
}
