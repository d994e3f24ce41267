/** The gate "supply chain": what is installed is what somebody has looked at. Looks at the folder that it is started in. */
import { checkRepository } from './supply-chain/check-repository.ts';

const { packages, faults } = checkRepository(process.cwd());
for (const fault of faults) console.log(fault);
console.log(`${packages} packages, ${faults.length} faults`);
process.exitCode = faults.length === 0 && packages > 0 ? 0 : 1;
