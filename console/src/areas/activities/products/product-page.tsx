import {
  categoriesForOperator,
  moveProductStock,
  movesOfProduct,
  productForOperator,
  productsForOperator,
} from '@paidang/api/areas/activities/admin-products'
import { createProduct, deleteProduct, type Product, updateProduct } from '@paidang/api/areas/activities/shop'
import { uploadStaffFile } from '@paidang/api/areas/ground/files'
import { MAX_PICTURES } from '@paidang/domain/areas/activities/shop/product'
import { MAX_STOCK, STOCK_MOVE_NAMES } from '@paidang/domain/areas/activities/shop/stock'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { Button, Card, Flex, Form, Input, Select, Statistic, Switch, Typography } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { NumberInput, within } from '../../../ui/number-input'
import { Opening, Page } from '../../../ui/page'
import { type Picture, publicPicture, UploadPictures } from '../../../ui/pictures'
import { useAction, useGoOn } from '../../../ui/use-action'
import { type Typing, useSeen } from '../../../ui/use-seen'

/** One product: its data at the left, its stock at the right. */
export function ProductPage() {
  const { id = '' } = useParams()
  const read = useRead(productForOperator, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownProduct product={read.data} />
  return <Opening name="商品" list="/products" read={read} />
}

/** The form of a new product. */
export function NewProductPage() {
  return (
    <Page title="新增商品">
      <Card>
        <ProductForm />
      </Card>
    </Page>
  )
}

function KnownProduct({ product }: { product: Product }) {
  return (
    <Page
      title={product.name}
      about={`${product.categoryName} · ${product.isPublished ? '已上架' : '已下架'} · 已售 ${product.sales} 件`}
      actions={<DeleteButton product={product} />}
    >
      <Flex gap={16} align="flex-start" wrap>
        <Card title="商品信息" style={{ flex: '1 1 520px' }}>
          <ProductForm key={product.id} product={product} />
        </Card>
        <StockCard product={product} />
      </Flex>
    </Page>
  )
}

function DeleteButton({ product: { id, name, revision } }: { product: Product }) {
  const goOn = useGoOn()
  const { doAfterAsking } = useAction()
  const { mutateAsync } = useWrite(deleteProduct, { changes: [productsForOperator] })
  return (
    <Button
      danger
      onClick={() =>
        doAfterAsking({
          run: async () => {
            await mutateAsync({ params: { id }, query: { revision } })
            goOn('/products', { discards: true })
          },
          done: '商品已删除',
          title: `删除「${name}」？`,
          effect: '拍档里马上看不到它，购物车中的也不能再下单；已有订单不受影响。删除后不能恢复，暂时不卖请用下架。',
          okText: '删除',
        })
      }
    >
      删除商品
    </Button>
  )
}

type Typed = {
  name: string
  subtitle: string
  categoryId: string
  pictures: Picture[]
  price: string
  original: string
  stock: number
  description: string
  isPublished: boolean
}

const CHANGES = { changes: [productsForOperator, productForOperator, categoriesForOperator] }

/** The form of a product. The stock can be entered only for a new one; later it changes by stock movements. */
function ProductForm({ product }: { product?: Product }) {
  const { seen, key, notice, typing } = useSeen(product)
  return (
    <>
      {notice}
      <Fields key={key} product={seen} typing={typing} />
    </>
  )
}

function Fields({ product, typing: { onTyped, save } }: { product: Product | undefined; typing: Typing }) {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const { data: categories = [] } = useRead(categoriesForOperator, {})
  const create = useWrite(createProduct, CHANGES)
  const update = useWrite(updateProduct, CHANGES)
  const upload = useWrite(uploadStaffFile)
  const submit = async ({ pictures, price, original, stock, ...typed }: Typed) => {
    const body = {
      ...typed,
      pictures: pictures.map(({ relativePath }) => relativePath),
      priceFen: fenOfYuan(price) ?? 0,
      originalFen: original === '' ? null : (fenOfYuan(original) ?? null),
    }
    if (product) {
      const { id, revision } = product
      const run = () => save(() => update.mutateAsync({ params: { id }, body: { ...body, revision } }))
      await doIt({ run, done: '商品已保存' })
      return
    }
    const made = await doIt({
      run: () => save(() => create.mutateAsync({ body: { ...body, stock } })),
      done: '商品已新增',
    })
    if (made) goOn(`/products/${made.id}`, { replace: true })
  }
  return (
    <Form<Typed>
      layout="vertical"
      initialValues={typedOf(product)}
      onValuesChange={onTyped}
      onFinish={submit}
      scrollToFirstError
    >
      <Form.Item name="pictures" label="图片">
        <UploadPictures
          label="商品图片"
          max={MAX_PICTURES}
          upload={(file) => upload.mutateAsync({ query: { purpose: 'product' }, file })}
        />
      </Form.Item>
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写商品名称' }]}>
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item name="subtitle" label="副标题">
        <Input maxLength={60} showCount />
      </Form.Item>
      <Flex gap={16} wrap>
        <Form.Item name="categoryId" label="分类" rules={[{ required: true, message: '请选择分类' }]} style={FIELD}>
          <Select placeholder="请选择" options={categories.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Form.Item
          name="price"
          label="售价（元）"
          rules={[amountRule, { required: true, message: '请填写售价' }]}
          style={FIELD}
        >
          <Input inputMode="decimal" prefix="¥" maxLength={9} />
        </Form.Item>
        <Form.Item
          name="original"
          label="原价（元，选填）"
          dependencies={['price']}
          rules={[
            amountRule,
            ({ getFieldValue }) => ({
              validator: (_rule, original: string) =>
                original !== '' && (fenOfYuan(original) ?? 0) <= (fenOfYuan(getFieldValue('price')) ?? 0)
                  ? Promise.reject(new Error('原价须高于售价'))
                  : Promise.resolve(),
            }),
          ]}
          style={FIELD}
        >
          <Input inputMode="decimal" prefix="¥" maxLength={9} />
        </Form.Item>
        {!product && (
          <Form.Item
            name="stock"
            label="首次入库（件）"
            rules={[{ required: true, message: '请填写数量' }, within({ min: 0, max: MAX_STOCK, unit: ' 件' })]}
            style={FIELD}
          >
            <NumberInput />
          </Form.Item>
        )}
      </Flex>
      <Form.Item name="description" label="详情">
        <Input.TextArea rows={5} maxLength={2000} showCount />
      </Form.Item>
      <Form.Item name="isPublished" label="上架" valuePropName="checked">
        <Switch checkedChildren="上架" unCheckedChildren="下架" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={create.isPending || update.isPending}>
        {product ? '保存' : '新增商品'}
      </Button>
    </Form>
  )
}

const FIELD = { flex: '1 1 150px' }

const amountRule = {
  validator: (_rule: unknown, typed: string) =>
    typed !== '' && !fenOfYuan(typed)
      ? Promise.reject(new Error('请填写大于 0、最多两位小数的金额'))
      : Promise.resolve(),
}

/** Fen as yuan for an input: without thousands separators. */
const yuanTyped = (fen: number | null | undefined) => (fen === null || fen === undefined ? '' : String(fen / 100))

function typedOf(product: Product | undefined): Partial<Typed> {
  const { name = '', subtitle = '', categoryId, pictures = [], priceFen, originalFen, description = '' } = product ?? {}
  return {
    name,
    subtitle,
    ...(categoryId && { categoryId }),
    pictures: pictures.map(publicPicture),
    price: yuanTyped(priceFen),
    original: yuanTyped(originalFen),
    stock: 0,
    description,
    isPublished: product?.isPublished ?? true,
  }
}

/** The stock of a product, and every movement. */
function StockCard({ product }: { product: Product }) {
  const [kind, setKind] = useState<'DELIVERY' | 'ADJUST'>()
  return (
    <Card
      title="库存"
      style={{ flex: '1 1 520px', minWidth: 0 }}
      extra={
        <Flex gap={8}>
          <Button onClick={() => setKind('ADJUST')}>盘点</Button>
          <Button type="primary" onClick={() => setKind('DELIVERY')}>
            入库
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <Statistic title="现有（件）" value={product.stock} />
        <DataTable
          endpoint={movesOfProduct}
          params={{ id: product.id }}
          rowKey={({ seq }) => String(seq)}
          empty="还没有库存变动"
          columns={[
            { title: '时间', render: (_, { createTime }) => when(createTime) },
            { title: '类型', render: (_, move) => STOCK_MOVE_NAMES[move.kind] },
            {
              title: '变动',
              align: 'right',
              render: (_, { units }) => (
                <Typography.Text type={units < 0 ? 'danger' : 'success'}>
                  {units > 0 ? `+${units}` : units}
                </Typography.Text>
              ),
            },
            { title: '结余', align: 'right', dataIndex: 'unitsAfter' },
            {
              title: '原因',
              render: (_, { shopOrderId, shopOrderNo, staffName, reason }) =>
                shopOrderId ? (
                  <Link to={`/shop-orders/${shopOrderId}`}>{shopOrderNo}</Link>
                ) : (
                  [staffName, reason].filter(Boolean).join('：') || NOTHING
                ),
            },
          ]}
        />
      </Flex>
      {kind && <MoveStockModal kind={kind} product={product} onClose={() => setKind(undefined)} />}
    </Card>
  )
}

type Movement = { units: number; reason: string }
type MoveStockModalProps = { kind: 'DELIVERY' | 'ADJUST'; product: Product; onClose: () => void }

/** Books a delivery, or the difference after a count. It shows the new stock beforehand. */
function MoveStockModal({ kind, product: { id, name, stock, revision }, onClose }: MoveStockModalProps) {
  const { doIt } = useAction()
  const move = useWrite(moveProductStock, { changes: [productForOperator, productsForOperator, movesOfProduct] })
  const isDelivery = kind === 'DELIVERY'
  const submit = async (typed: Movement) => {
    const run = () => move.mutateAsync({ params: { id }, body: { kind, ...typed, revision } })
    return (await doIt({ run, done: isDelivery ? '已入库' : '库存已更正' })) !== undefined
  }
  return (
    <FormModal<Movement>
      title={`${isDelivery ? '入库' : '盘点'}：${name}`}
      okText={isDelivery ? '入库' : '更正库存'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item noStyle dependencies={['units']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="units"
            label={isDelivery ? '入库数量（件）' : '增减数量（件，少了填负数）'}
            extra={`现有 ${stock} 件，操作后 ${stock + (getFieldValue('units') ?? 0)} 件`}
            rules={[
              { required: true, message: '请填写数量' },
              within({ min: isDelivery ? 1 : -stock, max: MAX_STOCK - stock, unit: ' 件' }),
              {
                validator: (_rule, typed: number | null) =>
                  typed === 0 ? Promise.reject(new Error('数量不能为 0')) : Promise.resolve(),
              },
            ]}
          >
            <NumberInput autoFocus style={{ width: 200 }} />
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input maxLength={100} placeholder={isDelivery ? '如：供应商补货' : '如：盘点少 2 件、破损'} />
      </Form.Item>
    </FormModal>
  )
}
