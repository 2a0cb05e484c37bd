from .conformance.conformance_suite import check_rules_at as check_rules_at
from .line_counts import LineCounts as LineCounts
from .policy_certificate import Certificate as Certificate
from .policy_certificate import Policy as Policy
from .policy_certificate import SideCertificate as SideCertificate
from .policy_files import RecordedPolicy as RecordedPolicy
from .search_proof import Proof as Proof
