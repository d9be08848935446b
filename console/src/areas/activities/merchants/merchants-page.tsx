import { PlusOutlined } from '@ant-design/icons'
import { createMerchant, type MerchantRow, queryMerchants } from '@paidang/api/areas/activities/admin-merchants'
import type { ShopDetails } from '@paidang/api/areas/activities/merchant-shop'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { DEFAULT_DETAILS, factsOf, ShopFields } from './shop-fields'

/** 穿线商家: every stringing shop, published or not. */
export function MerchantsPage() {
  const navigate = useNavigate()
  const { doIt } = useAction()
  const create = useWrite(createMerchant, { changes: [queryMerchants] })
  const [isCreating, setIsCreating] = useState(false)
  const submit = async (facts: ShopDetails) => {
    const run = () => create.mutateAsync({ body: factsOf(facts) })
    const made = await doIt({ run, done: '商家已新增，上架前小程序里看不到' })
    if (made) navigate(`/merchants/${made.id}`)
    return made !== undefined
  }
  return (
    <Page
      title="穿线商家"
      actions={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsCreating(true)}>
          新增商家
        </Button>
      }
    >
      <DataTable
        endpoint={queryMerchants}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createTime', sord: 'desc' }}
        empty="没有符合条件的商家"
        hrefOf={({ id }) => `/merchants/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '名称、地址或电话' },
          { kind: 'text', name: 'city', label: '城市' },
          {
            kind: 'choice',
            name: 'isPublished',
            label: '上架状态',
            options: [
              { value: 'true', label: '已上架' },
              { value: 'false', label: '未上架' },
            ],
          },
        ]}
        columns={[
          { title: '名称', dataIndex: 'name' },
          { title: '城市', render: (_, { city, district }: MerchantRow) => `${city} ${district}` },
          { title: '电话', dataIndex: 'phone' },
          {
            title: '评分',
            key: 'rating',
            sorter: true,
            align: 'right',
            render: (_, { rating, ratingCount }: MerchantRow) =>
              rating === null ? NOTHING : `${rating.toFixed(1)}（${ratingCount}）`,
          },
          { title: '近 30 天完成', key: 'monthJobs', sorter: true, align: 'right', dataIndex: 'monthJobs' },
          { title: '账号', dataIndex: 'staffCount', align: 'right' },
          {
            title: '入驻时间',
            key: 'createTime',
            sorter: true,
            render: (_, { createTime }: MerchantRow) => when(createTime),
          },
          {
            title: '状态',
            render: (_, { isPublished }: MerchantRow) => (
              <Tag color={isPublished ? 'green' : 'default'}>{isPublished ? '已上架' : '未上架'}</Tag>
            ),
          },
        ]}
      />
      {isCreating && (
        <FormModal<ShopDetails>
          title="新增商家"
          okText="新增"
          width={860}
          initialValues={DEFAULT_DETAILS}
          onSubmit={submit}
          onClose={() => setIsCreating(false)}
        >
          <ShopFields />
        </FormModal>
      )}
    </Page>
  )
}
