import { errors } from '@paidang/api/catalogue/errors'
import type { ReactNode } from 'react'
import { homePath } from '../../../paths'
import { replaceWith } from '../../../platform/navigate'
import { Empty } from '../../../ui/empty'
import { Page } from '../../../ui/page'
import { useFeature } from './features-data'

/** Wraps a page of the shop. Without a shop in the deployment it shows a notice instead. */
export function ShopGate({ title, children }: { title: string; children: ReactNode }) {
  if (useFeature('shop')) return children
  return (
    <Page title={title}>
      <Empty title={errors.shop_off.message} action={{ text: '返回首页', onPress: () => replaceWith(homePath()) }} />
    </Page>
  )
}
