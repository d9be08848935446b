import { PlusOutlined } from '@ant-design/icons'
import {
  getMerchantFile,
  publishMerchant,
  queryMerchants,
  updateMerchant,
} from '@paidang/api/areas/activities/admin-merchants'
import type { ShopRecord } from '@paidang/api/areas/activities/merchant-shop'
import { Button, Card, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { StaffTable } from '../../desks/staff-accounts/accounts'
import { ServiceTable } from '../shop-keeping/service-table'
import { ShopForm, usePublishing } from './shop-fields'

const CHANGES = { changes: [getMerchantFile, queryMerchants] }

/** A stringing shop for operators: its facts, services, and accounts. */
export function MerchantPage() {
  const { id = '' } = useParams()
  const { filterOf, setFilters } = useTableAddress()
  const askToPublish = usePublishing()
  const publish = useWrite(publishMerchant, CHANGES)
  const read = useRead(getMerchantFile, { params: { id } })
  if (read.isError || read.data?.shop.id !== id) return <Opening name="商家" list="/merchants" read={read} />
  const { shop, services } = read.data
  return (
    <Page
      title={shop.name}
      about={<Tag color={shop.isPublished ? 'green' : 'default'}>{shop.isPublished ? '已上架' : '未上架'}</Tag>}
      actions={
        <>
          <Link to={`/stringing-orders?merchantId=${id}`}>
            <Button tabIndex={-1}>穿线订单</Button>
          </Link>
          <Button
            danger={shop.isPublished}
            onClick={() =>
              askToPublish(shop, (isPublished) =>
                publish.mutateAsync({ params: { id }, body: { isPublished, revision: shop.revision } }),
              )
            }
          >
            {shop.isPublished ? '下架' : '上架'}
          </Button>
        </>
      }
    >
      <Tabs
        activeKey={filterOf('tab') ?? 'facts'}
        onChange={(tab) => setFilters({ tab: tab === 'facts' ? undefined : tab })}
        items={[
          { key: 'facts', label: '资料', children: <Facts key={shop.id} shop={shop} /> },
          { key: 'services', label: '服务与价格', children: <ServiceTable services={services} /> },
          { key: 'staff', label: '账号', children: <Accounts merchantId={shop.id} /> },
        ]}
      />
    </Page>
  )
}

function Facts({ shop }: { shop: ShopRecord }) {
  const { mutateAsync } = useWrite(updateMerchant, CHANGES)
  return (
    <Card style={{ maxWidth: 960 }}>
      <ShopForm
        shop={shop}
        update={(body) => mutateAsync({ params: { id: shop.id }, body })}
        done="资料已保存，小程序里已更新"
      />
    </Card>
  )
}

function Accounts({ merchantId }: { merchantId: string }) {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setIsCreating(true)} style={{ marginBottom: 12 }}>
        新增账号
      </Button>
      <StaffTable
        merchantId={merchantId}
        creating={isCreating ? { title: '新增商家账号', lead: '店主' } : undefined}
        onCreated={() => setIsCreating(false)}
      />
    </>
  )
}
