import {
  ownShop,
  publishOwnShop,
  type ShopRecord,
  updateOwnShop,
  uploadOwnShopPicture,
} from '@paidang/api/areas/activities/merchant-shop'
import { Button, Card, Spin, Tag } from 'antd'
import { useRead, useWrite } from '../../../platform/queries'
import { Failed, Page } from '../../../ui/page'
import { publicPicture, UploadPictures } from '../../../ui/pictures'
import { ShopForm, usePublishing } from '../merchants/shop-fields'

/** 店铺设置: the public data of the shop. */
export function ShopSettingsPage() {
  const read = useRead(ownShop, {})
  const publish = useWrite(publishOwnShop, { changes: [ownShop] })
  const askToPublish = usePublishing()
  const shop = read.data
  return (
    <Page
      title="店铺设置"
      about="保存后拍档里马上更新；已下的订单按下单时的取送费"
      actions={
        shop && (
          <>
            <Tag color={shop.isPublished ? 'green' : 'default'}>{shop.isPublished ? '拍档里可见' : '未上架'}</Tag>
            <Button
              danger={shop.isPublished}
              onClick={() =>
                askToPublish(shop, (isPublished) =>
                  publish.mutateAsync({ body: { isPublished, revision: shop.revision } }),
                )
              }
            >
              {shop.isPublished ? '下架店铺' : '上架店铺'}
            </Button>
          </>
        )
      }
    >
      {read.isError && !shop && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <Spin description="正在加载……" />}
      {shop && <Settings shop={shop} />}
    </Page>
  )
}

function Settings({ shop }: { shop: ShopRecord }) {
  const update = useWrite(updateOwnShop, { changes: [ownShop] })
  const upload = useWrite(uploadOwnShopPicture, { changes: [ownShop] })
  const send = async (file: File) => publicPicture((await upload.mutateAsync({ file })).avatar ?? '')
  return (
    <Card style={{ maxWidth: 960 }}>
      <div style={{ marginBottom: 24 }}>
        <UploadPictures label="店铺头像" upload={send} value={shop.avatar ? [publicPicture(shop.avatar)] : []} />
      </div>
      <ShopForm shop={shop} update={(body) => update.mutateAsync({ body })} done="店铺资料已保存" />
    </Card>
  )
}
