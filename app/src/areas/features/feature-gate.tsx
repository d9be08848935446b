import { errors } from '@paidang/api/catalogue/errors'
import type { ReactNode } from 'react'
import { homePath } from '../../paths'
import { replaceWith } from '../../platform/navigate'
import { Empty } from '../../ui/empty'
import { Page } from '../../ui/page'
import { useFeature } from './features-data'

/** A page of the shop, reached by its address where the deployment has no shop: says so instead. */
export function ShopGate({ title, children }: { title: string; children: ReactNode }) {
  if (useFeature('shop')) return children
  return (
    <Page title={title}>
      <Empty title={errors.shop_off.message} action={{ text: '返回首页', onPress: () => replaceWith(homePath()) }} />
    </Page>
  )
}
