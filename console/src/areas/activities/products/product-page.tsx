import { productForOperator, productsForOperator } from '@paidang/api/areas/activities/admin-products'
import { deleteProduct, type Product } from '@paidang/api/areas/activities/shop'
import { Button, Card, Flex } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { giveUpUnsaved } from '../../../ui/unsaved'
import { useAction } from '../../../ui/use-action'
import { ProductForm } from './product-form'
import { StockCard } from './stock-card'

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
  const navigate = useNavigate()
  const { doAfterAsking } = useAction()
  const { mutateAsync } = useWrite(deleteProduct, { changes: [productsForOperator] })
  return (
    <Button
      danger
      onClick={() =>
        doAfterAsking({
          run: async () => {
            await mutateAsync({ params: { id }, query: { revision } })
            giveUpUnsaved()
            navigate('/products')
          },
          done: '商品已删除',
          title: `删除「${name}」？`,
          effect: '小程序里马上看不到它，购物车中的也不能再下单；已有订单不受影响。删除后不能恢复，暂时不卖请用下架。',
          okText: '删除',
        })
      }
    >
      删除商品
    </Button>
  )
}
