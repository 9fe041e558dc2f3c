"""A line for each check, and their count."""


class Report:
    """Prints a line for each check and counts them."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, label, good, detail=""):
        if good:
            self.passed += 1
            print("ok", label)
        else:
            self.failed += 1
            print("FAIL", label, str(detail).replace("\n", " ")[:300])

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0
