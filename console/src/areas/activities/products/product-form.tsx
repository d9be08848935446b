import {
  categoriesForOperator,
  productForOperator,
  productsForOperator,
} from '@paidang/api/areas/activities/admin-products'
import { createProduct, type Product, updateProduct } from '@paidang/api/areas/activities/shop'
import { uploadStaffFile } from '@paidang/api/areas/ground/files'
import { MAX_PICTURES } from '@paidang/domain/areas/activities/shop/product'
import { MAX_STOCK } from '@paidang/domain/areas/activities/shop/stock'
import { fenOfYuan } from '@paidang/domain/kernel/fen'
import { Button, Flex, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useNavigate } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { type Picture, publicPicture, UploadPictures } from '../../../ui/upload-pictures'
import { useAction } from '../../../ui/use-action'
import { type Typing, useSeen } from '../../../ui/use-seen'

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
export function ProductForm({ product }: { product?: Product }) {
  const { seen, key, notice, typing } = useSeen(product)
  return (
    <>
      {notice}
      <Fields key={key} product={seen} typing={typing} />
    </>
  )
}

function Fields({ product, typing: { onTyped, save } }: { product: Product | undefined; typing: Typing }) {
  const navigate = useNavigate()
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
    if (made) navigate(`/products/${made.id}`, { replace: true })
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
            rules={[{ required: true, message: '请填写数量' }]}
            style={FIELD}
          >
            <InputNumber min={0} max={MAX_STOCK} precision={0} style={{ width: '100%' }} />
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
