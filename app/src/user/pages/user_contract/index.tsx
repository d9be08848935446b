import { useRouter } from '@tarojs/taro'
import { ExtensionCard } from '../../../areas/activities/questions/extension-card'
import { ClaimCard } from '../../../areas/activities/roster/claim-card'
import { ContractsView } from '../../../areas/money/contracts/contracts-view'

definePageConfig({
  navigationBarTitleText: '合同与课时',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})

/** 合同与课时. Parameters: companyId or contractId, the tab to begin with; userId, the student whose contracts a coach looks at. */
export default function UserContractPage() {
  const { companyId, contractId, userId } = useRouter().params
  return (
    <ContractsView
      companyId={companyId}
      contractId={contractId}
      userId={userId}
      claims={<ClaimCard always />}
      extension={(contract) => <ExtensionCard contract={contract} />}
    />
  )
}
