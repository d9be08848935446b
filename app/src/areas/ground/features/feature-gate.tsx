import { errors } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { ReactNode } from 'react'
import { homePath } from '../../../paths'
import { replaceWith } from '../../../platform/navigate'
import { failureText } from '../../../platform/toast'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { useFeatures } from './features-data'

/** Wraps a page of the shop. Without a shop in the deployment it shows a notice instead. */
export function ShopGate({ title, children }: { title: string; children: ReactNode }) {
  const { data, error, isFetching, refetch } = useFeatures()
  if (data?.shop) return children
  return (
    <Page title={title}>
      {data ? (
        <Empty title={errors.shop_off.message} action={{ text: '返回首页', onPress: () => replaceWith(homePath()) }} />
      ) : (
        error && (
          <ErrorBlock
            title={`${title}没有取到`}
            cause={failureText(outcomes.readInformation, error)}
            onRetry={refetch}
            busy={isFetching}
          />
        )
      )}
    </Page>
  )
}
