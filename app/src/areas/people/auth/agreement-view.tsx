import { readOperator } from '@paidang/api/areas/people/auth'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { View } from '@tarojs/components'
import { failureText } from '../../../platform/toast'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { useFeatures } from '../../ground/features/features-data'
import { type AgreementName, agreementOf } from './agreement-texts'
import styles from './agreement-view.module.scss'
import { useOperator } from './session-data'

/** The full text of 用户协议 or 隐私政策, for everybody, with or without a session. */
export function AgreementView({ name }: { name: AgreementName }) {
  const operator = useOperator()
  const features = useFeatures()
  const failed = [operator, features].find(({ data, isError }) => isError && data === undefined)
  if (failed) {
    return (
      <Page title="协议" white>
        <ErrorBlock
          title="协议没有取到"
          cause={failureText(readOperator.outcome, failed.error)}
          onRetry={failed.refetch}
          busy={failed.isFetching}
        />
      </Page>
    )
  }
  if (!operator.data || !features.data) {
    return (
      <Page title="协议" white>
        <SkeletonGroup>
          <Skeleton height={20} />
          <Skeleton height={120} />
          <Skeleton height={120} />
        </SkeletonGroup>
      </Page>
    )
  }
  const { title, clauses } = agreementOf(name, operator.data, features.data)
  return (
    <Page title={title} white>
      <Card flush>
        <View className={classNames(styles.clause, 't-sub muted')}>{`${AGREEMENT_VERSION} 起生效`}</View>
        {clauses.map((clause, at) => (
          <View key={clause.title} className={styles.clause}>
            <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
              {`${at + 1}. ${clause.title}`}
            </View>
            <View className={classNames(styles.text, 't-body muted')}>{clause.text}</View>
          </View>
        ))}
      </Card>
    </Page>
  )
}
