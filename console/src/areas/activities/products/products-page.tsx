import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import * as calls from '@paidang/api/areas/activities/admin-products'
import { categoriesForOperator, productsForOperator, shelveProduct } from '@paidang/api/areas/activities/admin-products'
import { listCategories, type Product } from '@paidang/api/areas/activities/shop'
import { FEW_UNITS } from '@paidang/domain/areas/activities/shop/stock'
import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { Button, Drawer, Flex, Form, Input, Spin, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { OrderedTable } from '../../../ui/ordered-table'
import { Failed, Page } from '../../../ui/page'
import { publicPicture } from '../../../ui/pictures'
import { useAction } from '../../../ui/use-action'

/** The products of the shop: stock, price, and whether they are on the shelf. */
export function ProductsPage() {
  const [showsCategories, setShowsCategories] = useState(false)
  const { data: categories = [] } = useRead(categoriesForOperator, {})
  return (
    <Page
      title="商品"
      about="下架的商品在拍档里看不到，购物车中显示为已下架"
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
        what="商品"
        empty="还没有商品。新增并上架后，买家才看得到"
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

function ShelfButton({ product: { id, name, priceFen, isPublished, revision } }: { product: Product }) {
  const { doAfterAsking } = useAction()
  const { mutateAsync } = useWrite(shelveProduct, { changes: [productsForOperator] })
  const run = () => mutateAsync({ params: { id }, body: { isPublished: !isPublished, revision } })
  const press = () =>
    doAfterAsking(
      isPublished
        ? {
            run,
            done: '已下架',
            title: `下架「${name}」？`,
            effect: '拍档里马上看不到它，购物车中的也不能再下单；已有订单不受影响。可以随时重新上架。',
            okText: '下架',
          }
        : {
            run,
            done: '已上架',
            title: `上架「${name}」？`,
            effect: `拍档里马上可以下单，每件 ${money(priceFen)}。可以随时下架。`,
            okText: '上架',
            isHarmless: true,
          },
    )
  return (
    <Button type="link" size="small" onClick={press}>
      {isPublished ? '下架' : '上架'}
    </Button>
  )
}

/** A product's small picture, or an empty box. */
function ProductPicture({ path }: { path: string | null }) {
  const side = { width: 44, height: 44 }
  return path === null ? (
    <div className="picture-tile" style={side} />
  ) : (
    <img src={publicPicture(path).url} alt="" className="picture-tile" {...side} />
  )
}

const CHANGES = { changes: [calls.categoriesForOperator, calls.productsForOperator, listCategories] }
const MAX_NAME = 12

/** The categories of the shop, in the order in which the app shows them. */
function CategoriesDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const read = useRead(calls.categoriesForOperator, {}, { enabled: open })
  return (
    <Drawer title="商品分类" size={520} open={open} onClose={onClose} destroyOnHidden>
      {read.data ? (
        <Flex vertical gap={16}>
          <Typography.Text type="secondary">拍档按这里的顺序显示；还有商品的分类不能删除。</Typography.Text>
          <CategoryTable categories={read.data} />
          <NewCategory />
        </Flex>
      ) : read.isError ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Spin />
      )}
    </Drawer>
  )
}

function CategoryTable({ categories }: { categories: readonly calls.ManagedCategory[] }) {
  const { doIt, doAfterAsking } = useAction()
  const [renamed, setRenamed] = useState<string>()
  const order = useWrite(calls.orderCategories, CHANGES)
  const remove = useWrite(calls.deleteCategory, CHANGES)
  return (
    <OrderedTable
      rows={categories}
      nameOf={({ name }) => name}
      empty="还没有分类"
      onOrder={(ids) => doIt({ run: () => order.mutateAsync({ body: { ids } }), done: '顺序已保存' })}
      columns={[
        {
          title: '名称',
          render: (_, category) =>
            renamed === category.id ? (
              <RenameForm category={category} onClose={() => setRenamed(undefined)} />
            ) : (
              category.name
            ),
        },
        { title: '商品', dataIndex: 'productCount', align: 'right' },
        {
          title: '操作',
          align: 'right',
          render: (_, { id, name, productCount, revision }) => (
            <>
              <Button
                type="text"
                size="small"
                aria-label={`重命名${name}`}
                icon={<EditOutlined />}
                onClick={() => setRenamed(id)}
              />
              <Button
                type="text"
                size="small"
                danger
                aria-label={`删除${name}`}
                icon={<DeleteOutlined />}
                disabled={productCount > 0}
                onClick={() =>
                  doAfterAsking({
                    run: () => remove.mutateAsync({ params: { id }, query: { revision } }),
                    done: '分类已删除',
                    title: `删除分类「${name}」？`,
                    effect: '拍档里不再显示这个分类，不能恢复。',
                    okText: '删除',
                  })
                }
              />
            </>
          ),
        },
      ]}
    />
  )
}

function RenameForm({
  category: { id, name, revision },
  onClose,
}: {
  category: calls.ManagedCategory
  onClose: () => void
}) {
  const { doIt } = useAction()
  const rename = useWrite(calls.renameCategory, CHANGES)
  const submit = async (typed: { name: string }) => {
    const run = () => rename.mutateAsync({ params: { id }, body: { ...typed, revision } })
    if (await doIt({ run, done: '名称已保存' })) onClose()
  }
  return (
    <Form layout="inline" initialValues={{ name }} onFinish={submit}>
      <Form.Item name="name" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
        <Input
          aria-label={`${name}的新名称`}
          maxLength={MAX_NAME}
          autoFocus
          style={{ width: 140 }}
          onKeyDown={(event) => {
            if (pressedKey(event.nativeEvent) !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={rename.isPending}>
        保存
      </Button>
    </Form>
  )
}

function NewCategory() {
  const { doIt } = useAction()
  const [form] = Form.useForm<{ name: string }>()
  const create = useWrite(calls.createCategory, CHANGES)
  const submit = async (body: { name: string }) => {
    if (await doIt({ run: () => create.mutateAsync({ body }), done: '分类已新增' })) form.resetFields()
  }
  return (
    <Form form={form} layout="inline" onFinish={submit}>
      <Form.Item name="name" rules={[{ required: true, whitespace: true, message: '请填写分类名称' }]}>
        <Input aria-label="新分类名称" placeholder="新分类名称" maxLength={MAX_NAME} />
      </Form.Item>
      <Button htmlType="submit" loading={create.isPending}>
        新增分类
      </Button>
    </Form>
  )
}
