import { PlusOutlined } from '@ant-design/icons'
import { categoriesForOperator, productsForOperator, shelveProduct } from '@paidang/api/areas/activities/admin-products'
import type { Product } from '@paidang/api/areas/activities/shop'
import { FEW_UNITS } from '@paidang/domain/areas/activities/shop/stock'
import { Button, Flex, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { CategoriesDrawer } from './categories-drawer'
import { ProductPicture } from './product-picture'

/** The products of the shop: stock, price, and whether they are on the shelf. */
export function ProductsPage() {
  const [showsCategories, setShowsCategories] = useState(false)
  const { data: categories = [] } = useRead(categoriesForOperator, {})
  return (
    <Page
      title="商品"
      about="下架的商品在小程序里看不到，购物车中显示为已下架"
      actions={
        <>
          <Button onClick={() => setShowsCategories(true)}>管理分类</Button>
          <Link to="/products/new">
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              新增商品
            </Button>
          </Link>
        </>
      }
    >
      <DataTable
        endpoint={productsForOperator}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createTime', sord: 'desc' }}
        empty="没有符合条件的商品"
        hrefOf={({ id }) => `/products/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '商品名称或副标题' },
          {
            kind: 'choice',
            name: 'categoryId',
            label: '分类',
            options: categories.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            kind: 'choice',
            name: 'isPublished',
            label: '上架状态',
            options: [
              { value: 'true', label: '已上架' },
              { value: 'false', label: '已下架' },
            ],
          },
          {
            kind: 'choice',
            name: 'stockLevel',
            label: '库存',
            options: [
              { value: 'none', label: '缺货' },
              { value: 'few', label: `不足 ${FEW_UNITS} 件` },
            ],
          },
        ]}
        columns={[
          {
            title: '商品',
            render: (_, product) => (
              <Flex gap={12} align="center">
                <ProductPicture path={product.picture} />
                <div>
                  <div>{product.name}</div>
                  <Typography.Text type="secondary">{product.subtitle}</Typography.Text>
                </div>
              </Flex>
            ),
          },
          { title: '分类', dataIndex: 'categoryName' },
          { title: '售价', key: 'price', sorter: true, align: 'right', render: (_, product) => <Price {...product} /> },
          {
            title: '库存',
            key: 'stock',
            sorter: true,
            align: 'right',
            render: (_, { stock }) => <Stock units={stock} />,
          },
          { title: '已售', key: 'sales', sorter: true, align: 'right', dataIndex: 'sales' },
          { title: '创建时间', key: 'createTime', sorter: true, render: (_, { createTime }) => when(createTime) },
          {
            title: '状态',
            render: (_, { isPublished }) => (
              <Tag color={isPublished ? 'green' : 'default'}>{isPublished ? '已上架' : '已下架'}</Tag>
            ),
          },
          { title: '操作', fixed: 'end', render: (_, product) => <ShelfButton product={product} /> },
        ]}
      />
      <CategoriesDrawer open={showsCategories} onClose={() => setShowsCategories(false)} />
    </Page>
  )
}

function Price({ priceFen, originalFen }: Pick<Product, 'priceFen' | 'originalFen'>) {
  return (
    <>
      {money(priceFen)}
      {originalFen !== null && (
        <div>
          <Typography.Text type="secondary" delete>
            {money(originalFen)}
          </Typography.Text>
        </div>
      )}
    </>
  )
}

function Stock({ units }: { units: number }) {
  if (units === 0) return <Tag color="red">缺货</Tag>
  return units <= FEW_UNITS ? <Typography.Text type="warning">{units}</Typography.Text> : units
}

function ShelfButton({ product: { id, name, isPublished, revision } }: { product: Product }) {
  const { doIt, doAfterAsking } = useAction()
  const { mutateAsync } = useWrite(shelveProduct, { changes: [productsForOperator] })
  const run = () => mutateAsync({ params: { id }, body: { isPublished: !isPublished, revision } })
  const press = () =>
    isPublished
      ? doAfterAsking({
          run,
          done: '已下架',
          title: `下架「${name}」？`,
          effect: '小程序里马上看不到它，购物车中的也不能再下单；已有订单不受影响。可以随时重新上架。',
          okText: '下架',
        })
      : void doIt({ run, done: '已上架' })
  return (
    <Button type="link" size="small" onClick={press}>
      {isPublished ? '下架' : '上架'}
    </Button>
  )
}
