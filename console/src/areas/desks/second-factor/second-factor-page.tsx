import { readFactor } from '@paidang/api/areas/desks/staff-factor'
import { Alert, Card, Descriptions, Typography } from 'antd'
import { useState } from 'react'
import { useRead } from '../../../platform/queries'
import { factorSetUp, useSession } from '../../../platform/session'
import { Failed } from '../../../ui/failed'
import { when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { RecoveryCodes } from './recovery-codes'
import { SetUpCard } from './set-up-card'

/** The user's own second factor: it is set up here, once. Only another senior can remove it. */
export function SecondFactorPage() {
  const needsFactor = useSession(({ staff }) => staff?.needsFactor ?? false)
  const { data, error, isError, refetch } = useRead(readFactor, {})
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = () => {
    setCodes(undefined)
    factorSetUp()
    void refetch()
  }
  return (
    <Page title="两步验证">
      {isError && <Failed error={error} onRetry={() => void refetch()} />}
      {needsFactor && !codes && (
        <Alert type="warning" showIcon title="运营账号需要先开启两步验证，才能使用工作台" style={{ maxWidth: 640 }} />
      )}
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={finish} />
      ) : (
        data && (data.since === null ? <SetUpCard onCodes={setCodes} /> : <ActiveCard {...data} since={data.since} />)
      )}
    </Page>
  )
}

function ActiveCard({ since, recoveryCodesLeft }: { since: string; recoveryCodesLeft: number }) {
  return (
    <Card title="已开启" style={{ maxWidth: 640 }}>
      <Descriptions
        column={1}
        items={[
          { key: 'since', label: '开启时间', children: when(since) },
          { key: 'codes', label: '剩余恢复码', children: `${recoveryCodesLeft} 个` },
        ]}
      />
      <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
        换手机或恢复码用完时，请另一位运营主管在「员工账号」里重置，再重新开启。
      </Typography.Paragraph>
    </Card>
  )
}
